// expect: false(unreach-call)
// An unsigned char has 256 values, and all are tried.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    assert(c != 255);
    return 0;
}
