// expect: false(unreach-call)
// Two inputs change places on one of two ways; what is known of them does not: the other order.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern int evercheck_choose(int, int);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z;
    __VERIFIER_assume(x < y);
    if (!evercheck_choose(0, 1)) {
        z = x;
        x = y;
        y = z;
    }
    z = 0;
    assert(x < y);
    return z;
}
