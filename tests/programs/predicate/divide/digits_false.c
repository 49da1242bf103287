// expect: false(unreach-call)
// It may have ten, not only nine.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int digits = 0;
    do {
        n /= 10;
        digits++;
    } while (n > 0);
    assert(digits <= 9);
    return 0;
}
