// expect: false(unreach-call)
// The top bit is lost, although the shift is computed as int.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned char before = c;
    c <<= 1;
    c >>= 1;
    assert(c == before);
    return 0;
}
