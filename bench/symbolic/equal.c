#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
int main(void) {
    unsigned char b[10];
    int sum = 0;
    for (int i = 0; i < 10; i++) { b[i] = __VERIFIER_nondet_uchar(); if (i) __VERIFIER_assume(b[i] == b[0]); }
    for (int i = 0; i < 10; i++) sum += b[i];
    assert(sum == 10 * b[0]);
    return 0;
}
