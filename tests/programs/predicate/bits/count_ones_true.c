// expect: true
// A byte has at most eight ones; each step clears the lowest.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uchar();
    int ones = 0;
    while (x != 0) {
        x &= x - 1;
        ones++;
    }
    assert(ones <= 8);
    return 0;
}
