// A function that is called at the end of the program jumps, and does not leave itself.
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf back;

static void finish(void) {
    if (!setjmp(back)) longjmp(back, 1);
}

int main(void) {
    atexit(finish);
    exit(0);
}
