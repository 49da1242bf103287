// expect: false(valid-deref)
// The length of an array is an input.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(n > 0);
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i;
    if (n == 200) a[n] = 1;
    return 0;
}
