// expect: false(unreach-call)
// A product of two unsigned ints is taken in 32 bits before it is widened.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    __VERIFIER_assume(a >= 65536 && b >= 65536);
    unsigned long long product = a * b;
    assert(product >= 4294967296ull);
    return 0;
}
