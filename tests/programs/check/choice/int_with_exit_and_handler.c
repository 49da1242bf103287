// expect: unknown(unbounded-input)
// Other values leave the program by way of a function that is told of them.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static int seen;

static void last(void) {
    assert(seen >= 0);
}

int main(void) {
    atexit(last);
    int x = __VERIFIER_nondet_int();
    seen = 0;
    if (x < 0 || x > 50) exit(1);
    assert(x * x <= 2500);
    return 0;
}
