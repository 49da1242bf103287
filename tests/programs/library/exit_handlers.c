// RUN: exit handlers in reverse order, one that registers another, destructors, and the status
#include <stdio.h>
#include <stdlib.h>

static void first(void) { puts("first"); }
static void late(void) { puts("late"); }
static void second(void) { puts("second"); atexit(late); }
__attribute__((constructor)) static void begin(void) { puts("begin"); }
__attribute__((destructor)) static void end(void) { puts("end"); }

int main(void)
{
    atexit(first);
    atexit(second);
    printf("no newline");
    exit(259);
}
