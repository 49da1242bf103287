// expect: true
// Pointers up to one past the end are compared.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a[4];
    int *end = a + 4;
    unsigned char i = __VERIFIER_nondet_uchar();
    if (i > 4) return 0;
    assert((a + i == end) == (i == 4));
    return 0;
}
