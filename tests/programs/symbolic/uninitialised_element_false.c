// expect: false(no-uninitialised-read)
// One element only is not set.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int a[4];
    unsigned char i = __VERIFIER_nondet_uchar();
    a[0] = a[1] = a[2] = 1;
    __VERIFIER_assume(i < 4);
    return a[i];
}
