// RUN: characters, lines and blocks from standard input
// INPUT: ab\ncd ef\n\nlong line number four\nxyz12345678end
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char line[12];
    printf("%d\n", getchar());
    printf("%d\n", getc(stdin));
    printf("%d\n", fgetc(stdin));
    int c = getchar();
    printf("%d\n", ungetc(c, stdin) == c);
    printf("[%s]\n", fgets(line, sizeof line, stdin));
    printf("[%s]\n", fgets(line, sizeof line, stdin));
    for (int i = 0; i < 2; i++)
        printf("[%s]\n", fgets(line, sizeof line, stdin));
    printf("[%s]\n", fgets(line, 1, stdin));
    memset(line, 0, sizeof line);
    printf("%zu %s\n", fread(line, 1, 3, stdin), line);
    printf("%zu %s\n", fread(line, 4, 2, stdin), line);
    printf("%zu", fread(line, 4, 2, stdin));
    printf(" %.3s %d %d\n", line, feof(stdin) != 0, ferror(stdin));
    printf("%d\n", getchar());
    printf("%d\n", fgets(line, sizeof line, stdin) == NULL);
    printf("%d\n", ungetc('!', stdin));
    printf("%d\n", feof(stdin));
    printf("%d\n", getchar());
    printf("%d\n", ungetc(EOF, stdin));
    printf("%d\n", getchar());
    clearerr(stdin);
    printf("%d\n", feof(stdin));
    return 0;
}
