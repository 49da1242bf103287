// expect: true
// Counts that are small enough.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    unsigned one = 1;
    unsigned v = one << (n & 31);
    assert(v != 0);
    if (n < 31) assert(1 << n > 0);
    return 0;
}
