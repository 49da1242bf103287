// expect: false(unreach-call)
// The walk stops before the last element.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a[5];
    for (unsigned char *p = a; p < a + 5; p++) *p = __VERIFIER_nondet_uchar() & 7;
    unsigned sum = 0;
    for (unsigned char *p = a; p + 1 < a + 5; p++) sum += *p;
    assert(sum == (unsigned)(a[0] + a[1] + a[2] + a[3] + a[4]) && sum <= 35);
    return 0;
}
