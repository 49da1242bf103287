// expect: true
// A recursion that adds one at each level gives back its argument, whatever that is.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned same(unsigned n) {
    if (n == 0) return 0;
    return 1 + same(n - 1);
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 10000) return 0;
    assert(same(n) == n);
    return 0;
}
