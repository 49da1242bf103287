// expect: true
// A function gives its results by pointers to two locals.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static void divide(unsigned a, unsigned b, unsigned *quotient, unsigned *remainder) {
    *quotient = a / b;
    *remainder = a % b;
}

int main(void) {
    unsigned a = __VERIFIER_nondet_uchar(), q = 0, r = 0;
    divide(a, 10, &q, &r);
    assert(q * 10 + r == a);
    return 0;
}
