// expect: true
// The access is aligned.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
    static _Alignas(8) int words[4];
    char *buf = (char *)words;
    unsigned char i = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(i < 13 && i % 4 == 0);
    return *(int *)(buf + i);
}
