// expect: false(unreach-call)
// Both pointers are to the same local.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static void divide(unsigned a, unsigned b, unsigned *quotient, unsigned *remainder) {
    *quotient = a / b;
    *remainder = a % b;
}

int main(void) {
    unsigned a = __VERIFIER_nondet_uchar(), q = 0, r = 0;
    divide(a, 10, &q, &q);
    assert(q * 10 + r == a);
    return 0;
}
