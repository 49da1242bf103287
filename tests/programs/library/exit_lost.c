// RUN: _exit loses what is in the buffer, and whole blocks are out already
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void never(void) { puts("never"); }

int main(void)
{
    atexit(never);
    printf("out\n");
    fflush(stdout);
    for (int i = 0; i < 1000; i++)
        printf("line %d\n", i);
    _exit(7);
}
