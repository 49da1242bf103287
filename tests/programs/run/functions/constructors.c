// Functions that run before and after main, in order of priority; atexit.
#include <stdio.h>
#include <stdlib.h>

static int log_position;
static char log_text[16];
static void note(char c) { log_text[log_position++] = c; }

__attribute__((constructor)) static void plain(void) { note('p'); }
__attribute__((constructor(201))) static void second(void) { note('2'); }
__attribute__((constructor(200))) static void first(void) { note('1'); }
__attribute__((destructor)) static void last(void) { puts("destructor"); }
__attribute__((destructor(300))) static void very_last(void) { puts("destructor 300"); }
static void at_exit_a(void) { puts("exit a"); }
static void at_exit_b(void) { puts("exit b"); }

int main(void) {
    puts(log_text);
    atexit(at_exit_a);
    atexit(at_exit_b);
    return 5;
}
