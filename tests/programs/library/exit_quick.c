// RUN: quick_exit runs its own handlers and writes nothing out
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void handler(void) { write(1, "handler\n", 8); }
static void never(void) { write(1, "never\n", 6); }

int main(void)
{
    at_quick_exit(handler);
    atexit(never);
    printf("lost\n");
    quick_exit(9);
}
