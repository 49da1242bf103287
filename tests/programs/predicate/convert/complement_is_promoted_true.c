// expect: true
// The complement of a byte is taken back to a byte before it is compared.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    unsigned char complement = (unsigned char)~a;
    assert(complement == 255 - a);
    return 0;
}
