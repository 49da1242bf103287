// expect: true
// The first Fibonacci numbers are at least their index less one.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int fibonacci(int n) {
    if (n < 2) return n;
    return fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 9) return 0;
    assert(fibonacci(n) >= n - 1);
    return 0;
}
