// expect: false(valid-deref)
// Whether an access is aligned depends on an input.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
    static _Alignas(8) char buf[16];
    unsigned char i = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(i < 12);
    return *(int *)(buf + i);
}
