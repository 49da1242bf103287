// expect: true
// A quotient and a remainder of two inputs.
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_ushort(), y = __VERIFIER_nondet_ushort();
    if (y == 0) return 0;
    unsigned r = x % y;
    assert(r < y);
    return 0;
}
