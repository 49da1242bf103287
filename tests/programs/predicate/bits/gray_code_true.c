// expect: true
// Neighbours in the Gray code differ in exactly one bit.
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_ushort();
    unsigned a = n ^ n >> 1, b = (n + 1) ^ (n + 1) >> 1;
    unsigned differ = a ^ b;
    assert(differ != 0 && (differ & (differ - 1)) == 0);
    return 0;
}
