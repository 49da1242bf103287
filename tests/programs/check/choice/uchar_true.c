// expect: true
// An unsigned char is never more than 255 nor less than 0.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int c = __VERIFIER_nondet_uchar();
    assert(c >= 0 && c <= 255);
    return 0;
}
