// expect: unknown(symbolic-float)
// An input becomes a float.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    double d = x;
    assert(d == d);
    return 0;
}
