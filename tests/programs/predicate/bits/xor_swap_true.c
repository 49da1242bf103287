// expect: true
// Three exclusive ors swap two variables.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned x = a, y = b;
    x ^= y;
    y ^= x;
    x ^= y;
    assert(x == b && y == a);
    return 0;
}
