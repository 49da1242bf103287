// expect: true
// A sum of as many zeros and ones as there were steps is at most the number of steps.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), sum = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned bit = __VERIFIER_nondet_uint();
        if (bit > 1) return 0;
        sum += bit;
    }
    assert(sum <= n);
    return 0;
}
