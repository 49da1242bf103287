// expect: true
// A byte is the same number with and without sign only if it is below 128.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    signed char b = (signed char)a;
    if (a == b) assert(a < 128);
    else assert(b == a - 256);
    return 0;
}
