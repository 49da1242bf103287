// expect: false(unreach-call)
// One of them has the wrong answer for zero.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int is_odd(unsigned n);

static int is_even(unsigned n) {
    if (n == 0) return 1;
    return is_odd(n - 1);
}

static int is_odd(unsigned n) {
    if (n == 0) return 1;
    return is_even(n - 1);
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uchar();
    assert(is_even(n) == (n % 2 == 0));
    return 0;
}
