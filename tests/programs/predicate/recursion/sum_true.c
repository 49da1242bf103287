// expect: true
// A sum by recursion is at least its largest part.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned sum(unsigned n) {
    if (n == 0) return 0;
    return n + sum(n - 1);
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 100) return 0;
    assert(sum(n) >= n);
    return 0;
}
