// expect: true
// Inputs live in frames below.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int depth(unsigned char n) {
    unsigned char m = __VERIFIER_nondet_uchar();
    if (n == 0) return 0;
    int d = depth(n / 4);
    if (m > 10) assert(m != 3);
    return d + 1;
}

int main(void) {
    assert(depth(__VERIFIER_nondet_uchar()) <= 5);
    return 0;
}
