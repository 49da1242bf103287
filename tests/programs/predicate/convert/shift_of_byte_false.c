// expect: false(unreach-call)
// The byte that keeps the result loses the high bits.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned char shifted = c << 4;
    assert(shifted >> 4 == c);
    return 0;
}
