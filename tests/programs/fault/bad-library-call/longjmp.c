// A jump back into a function that has returned.
// SANITIZERS: blind
#include <setjmp.h>

static jmp_buf back;

static int mark(void) { return setjmp(back); }

int main(void) {
    int n = mark();
    if (n < 3) longjmp(back, n + 1); // FAULT
    return n;
}
