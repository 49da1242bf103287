// expect: true
// Nothing is wrong with these divisors.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 1) return 0;
    assert(100 / x <= 100);
    assert(100 % x <= 100);
    return 0;
}
