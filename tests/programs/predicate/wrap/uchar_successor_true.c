// expect: true
// The successor of a byte is greater, but for 255.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar(), next = (unsigned char)(c + 1);
    assert(next > c || c == 255);
    return 0;
}
