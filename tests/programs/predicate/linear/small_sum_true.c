// expect: true
// The sum of 1 to n is n (n + 1) / 2, for small n.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), sum = 0;
    if (n > 8) return 0;
    for (unsigned i = 1; i <= n; i++) sum += i;
    assert(sum == n * (n + 1) / 2);
    return 0;
}
