// A function that is called at the end of the program jumps back into it.
// SANITIZERS: blind
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf back;

static void finish(void) {
    longjmp(back, 1); // FAULT
}

int main(void) {
    if (setjmp(back)) for (;;) {}
    atexit(finish);
    exit(0);
}
