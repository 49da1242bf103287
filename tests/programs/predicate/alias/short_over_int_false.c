// expect: false(unreach-call)
// It changes the int.
#include <assert.h>
#include <string.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned x = 0x00050007u;
    unsigned short half = __VERIFIER_nondet_ushort();
    memcpy((char *)&x + 2, &half, 2);
    assert((x & 0xffffu) == 7);
    assert(x >> 16 == 5);
    return 0;
}
