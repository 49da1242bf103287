// expect: false(unreach-call)
// It is not always above it by more than twice the first.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void) {
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    if (m < 0 || m > 2 || n < 0 || n > 2) return 0;
    assert(ackermann(m, n) > 2 * m + n);
    return 0;
}
