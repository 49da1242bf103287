// expect: false(unreach-call)
// The successor of 255 is 0.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar(), next = (unsigned char)(c + 1);
    assert(next > c);
    return 0;
}
