// expect: false(unreach-call)
// The recursion goes down by two, and takes one for none.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned sum(unsigned n) {
    if (n <= 1) return 0;
    return n + sum(n - 2);
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 100) return 0;
    assert(sum(n) >= n);
    return 0;
}
