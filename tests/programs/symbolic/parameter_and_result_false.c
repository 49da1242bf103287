// expect: false(unreach-call)
// Inputs are passed and returned, through pointers and as other types.
#include <assert.h>

extern short __VERIFIER_nondet_short(void);

static long twice(int x) {
    return 2L * x;
}

static int callee(long (*f)(int), short x) {
    return f(x) == 84;
}

int main(void) {
    short x = __VERIFIER_nondet_short();
    assert(!callee(twice, x));
    return 0;
}
