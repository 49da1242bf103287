// expect: false(unreach-call)
// A byte read with and without sign is not always the same number.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    signed char b = (signed char)a;
    if (a == b) assert(a < 128);
    else assert(b == a - 128);
    return 0;
}
