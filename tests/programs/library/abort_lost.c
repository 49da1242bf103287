// RUN: abort calls the handler of SIGABRT and loses what is in the buffer
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void handler(int signal) { write(1, "handler\n", 8); }

int main(void)
{
    signal(SIGABRT, handler);
    printf("lost\n");
    abort();
}
