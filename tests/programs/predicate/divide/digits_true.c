// expect: true
// An unsigned int has at most ten decimal digits.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int digits = 0;
    do {
        n /= 10;
        digits++;
    } while (n > 0);
    assert(digits <= 10);
    return 0;
}
