// expect: false(unreach-call)
// A byte may have eight ones, not only seven.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uchar();
    int ones = 0;
    while (x != 0) {
        x &= x - 1;
        ones++;
    }
    assert(ones <= 7);
    return 0;
}
