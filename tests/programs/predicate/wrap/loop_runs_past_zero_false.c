// expect: false(unreach-call)
// The counter is not zero after the loop.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uchar();
    while (n-- > 0) {}
    assert(n == 0);
    return 0;
}
