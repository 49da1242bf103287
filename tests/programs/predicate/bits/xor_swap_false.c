// expect: false(unreach-call)
// The last exclusive or has its operands in the wrong variable.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned x = a, y = b;
    x ^= y;
    y ^= x;
    y ^= x;
    assert(x == b && y == a);
    return 0;
}
