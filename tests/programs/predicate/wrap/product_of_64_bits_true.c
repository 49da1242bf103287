// expect: true
// A product of two unsigned ints is exact in 64 bits.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    __VERIFIER_assume(a >= 65536 && b >= 65536);
    unsigned long long product = (unsigned long long)a * b;
    assert(product >= 4294967296ull);
    return 0;
}
