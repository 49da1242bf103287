// expect: false(unreach-call)
// The complement of a byte is an int, and negative.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    int complement = ~a;
    assert(complement == 255 - a);
    return 0;
}
