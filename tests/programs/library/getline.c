// RUN: lines of any length, and how their memory grows
// INPUT: one\n\na line that is longer than the one hundred and twenty bytes that the memory for a line starts with, so that it has to grow once at least\nkey;value;last
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    for (int i = 0; i < 3; i++) {
        ssize_t length = getline(&line, &size, stdin);
        printf("%zd %zu %s", length, size, line);
    }
    while (getdelim(&line, &size, ';', stdin) != -1)
        printf("<%s>\n", line);
    printf("%zd", getline(&line, &size, stdin));
    printf(" %d\n", feof(stdin) != 0);
    free(line);
    char *small = malloc(4);
    size = 4;
    printf("%zd", getline(&small, &size, stdin));
    printf(" %zu\n", size);
    free(small);
    return 0;
}
