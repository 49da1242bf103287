// expect: false(no-division-by-zero)
// The divisor is an input.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    return 100 / x > 3;
}
