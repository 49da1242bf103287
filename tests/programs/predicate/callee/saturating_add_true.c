// expect: true
// A saturating addition is used in a loop: the sum never gets smaller.
#include <limits.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static unsigned add(unsigned a, unsigned b) {
    return a > UINT_MAX - b ? UINT_MAX : a + b;
}

int main(void) {
    unsigned sum = 0;
    while (__VERIFIER_nondet_bool()) {
        unsigned before = sum;
        sum = add(sum, __VERIFIER_nondet_uint());
        if (sum < before) reach_error();
    }
    return 0;
}
