// expect: true
// The length of an array is an input.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n == 0 || n > 9) return 0;
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i;
    assert(a[n - 1] == n - 1);
    return 0;
}
