// expect: unknown(unbounded-input)
// One bound is not enough.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 0);
    assert(x / 2 < x);
    return 0;
}
