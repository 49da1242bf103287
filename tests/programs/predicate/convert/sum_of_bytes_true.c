// expect: true
// Two bytes are added as ints.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    unsigned int sum = a + b;
    assert(sum >= a && sum >= b);
    return 0;
}
