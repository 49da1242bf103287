// expect: true
// Compound assignments to a byte are computed as int and cut back.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned char before = c;
    c <<= 1;
    c >>= 1;
    assert(c == (before & 127));
    return 0;
}
