// expect: false(unreach-call)
// A negative number becomes unsigned because the divisor is.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > -2 || x < -1000) return 0;
    int half = (int)(x / 2u);
    assert(half < 0 && half >= -500);
    return 0;
}
