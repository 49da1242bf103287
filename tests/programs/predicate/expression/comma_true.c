// expect: true
// The comma gives its right side, after the left one.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a = __VERIFIER_nondet_uchar(), b = 0;
    b = (a++, a + 1);
    assert(b == a + 1);
    return 0;
}
