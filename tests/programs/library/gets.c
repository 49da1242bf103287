// RUN: gets, and reading the descriptor past the buffer
// INPUT: first\n\nlast
#include <stdio.h>
#include <unistd.h>
char *gets(char *);

int main(void)
{
    char line[20];
    printf("%zd\n", read(0, line, 2));
    printf("%.2s\n", line);
    for (int i = 0; i < 3; i++)
        printf("[%s]\n", gets(line));
    printf("%d\n", gets(line) == NULL);
    printf("%zd\n", read(0, line, 5));
    return 0;
}
