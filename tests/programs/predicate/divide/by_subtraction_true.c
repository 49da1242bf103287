// expect: true
// Division by repeated subtraction.
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_ushort(), q = 0, r = n;
    while (r >= 13) {
        r -= 13;
        q++;
    }
    assert(q * 13 + r == n && r < 13);
    return 0;
}
