// expect: false(unreach-call)
// The folding leaves out the last step.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uchar(), folded = x, counted = 0;
    folded ^= folded >> 4;
    folded ^= folded >> 2;
    for (int i = 0; i < 8; i++) counted ^= x >> i & 1;
    assert((folded & 1) == counted);
    return 0;
}
