// expect: true
// Output of an input that has few values.
#include <assert.h>
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    printf("%d\n", c);
    assert(c < 256);
    return 0;
}
