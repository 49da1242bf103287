// expect: false(unreach-call)
// It is believed that the remainder is never negative.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int q = x / 7, r = x % 7;
    assert(q * 7 + r == x);
    assert(r < 7 && r >= 0);
    return 0;
}
