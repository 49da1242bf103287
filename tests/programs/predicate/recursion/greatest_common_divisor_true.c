// expect: true
// The greatest common divisor of two numbers, not both zero, divides both.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned divisor(unsigned a, unsigned b) {
    if (b == 0) return a;
    return divisor(b, a % b);
}

int main(void) {
    unsigned a = __VERIFIER_nondet_uchar() & 15, b = __VERIFIER_nondet_uchar() & 15;
    if (a == 0 || b == 0) return 0;
    unsigned d = divisor(a, b);
    assert(d != 0 && a % d == 0 && b % d == 0);
    return 0;
}
