// expect: true
// Assumptions that no inputs meet together.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
    __VERIFIER_assume(x < y);
    __VERIFIER_assume(y < z);
    __VERIFIER_assume(z < x);
    assert(0);
    return 0;
}
