// expect: true
// Two bytes packed into a word come out again.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    unsigned packed = (unsigned)a << 8 | b;
    assert((packed & 255) == b);
    assert((packed >> 8 & 255) == a);
    return 0;
}
