// expect: false(unreach-call)
// The assumption leaves two ranges, and the last value of the second fails.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume((x >= -3 && x <= 3) || (x > 100 && x <= 110));
    assert(x * 3 != 330);
    return 0;
}
