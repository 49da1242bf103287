// expect: true
// A store through a pointer to half of an int changes that half.
#include <assert.h>
#include <string.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned x = 0x00050007u;
    unsigned short half = __VERIFIER_nondet_ushort();
    memcpy((char *)&x + 2, &half, 2);
    assert((x & 0xffffu) == 7);
    assert(x >> 16 == half);
    return 0;
}
