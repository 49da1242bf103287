// expect: true
// A byte as a signed one.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if ((signed char)c < 0) assert(c >= 128);
    else assert(c < 128);
    return 0;
}
