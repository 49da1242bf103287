// expect: true
// Eight rotations by one bit bring a byte back.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char rotate(unsigned char x) {
    return (unsigned char)(x << 1 | x >> 7);
}

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar(), start = x;
    for (int i = 0; i < 8; i++) x = rotate(x);
    assert(x == start);
    return 0;
}
