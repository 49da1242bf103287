// expect: true
// The sum of four bytes fits into a short.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned short sum = 0;
    unsigned exact = 0;
    for (int i = 0; i < 4; i++) {
        unsigned char next = __VERIFIER_nondet_uchar();
        sum += next;
        exact += next;
    }
    assert(sum == exact);
    return 0;
}
