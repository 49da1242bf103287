// expect: true
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    void *labels[2] = {&&even, &&odd};
    goto *labels[c & 1];
even:
    assert(c % 2 == 0);
    return 0;
odd:
    assert(c % 2 == 1);
    return 0;
}
