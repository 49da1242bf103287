// expect: true
// A byte shifted left is an int: no bit is lost.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    int shifted = c << 4;
    assert(shifted >> 4 == c);
    return 0;
}
