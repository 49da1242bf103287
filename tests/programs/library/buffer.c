// RUN: modes of buffering, seen by what _exit loses
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char own[64], line[5000];

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("line\npart");
    setvbuf(stdout, NULL, _IONBF, 0);
    printf("unbuffered ");
    setvbuf(stdout, own, _IOFBF, sizeof own);
    for (int i = 0; i < 30; i++)
        printf("%d,", i);
    fflush(NULL);
    memset(line, 'x', sizeof line - 1);
    fputs(line, stdout);
    puts("");
    fwrite("1234567890", 1, 10, stdout);
    fwrite(line, 1, 100, stdout);
    _exit(fflush(stdin) + 3);
}
