// expect: false(unreach-call)
// It does not always stay.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    __VERIFIER_assume(k < 32);
    unsigned y = x >> k << k;
    assert(y == x);
    return 0;
}
