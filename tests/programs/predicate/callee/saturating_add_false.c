// expect: false(unreach-call)
// The test for saturation is made after the sum has wrapped.
#include <limits.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static unsigned add(unsigned a, unsigned b) {
    unsigned sum = a + b;
    return sum > UINT_MAX - 1 ? UINT_MAX : sum;
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
