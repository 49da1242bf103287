// expect: true
#include <assert.h>

extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

static unsigned char bytes[4];

int main(void) {
    short x = __VERIFIER_nondet_short();
    unsigned short y = __VERIFIER_nondet_ushort();
    unsigned sum = 4u * (unsigned)x + y;
    bytes[y & 3] = 1;
    // What the first adds has none of these bits.
    assert(bytes[sum & 3]);
    return 0;
}
