// expect: false(unreach-call)
// With a shift by two they do not.
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_ushort();
    unsigned a = n ^ n >> 2, b = (n + 1) ^ (n + 1) >> 2;
    unsigned differ = a ^ b;
    assert(differ != 0 && (differ & (differ - 1)) == 0);
    return 0;
}
