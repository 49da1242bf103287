// expect: false(unreach-call)
// The sum of two bytes is kept in a byte.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    unsigned char sum = a + b;
    assert(sum >= a && sum >= b);
    return 0;
}
