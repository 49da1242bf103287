// expect: false(unreach-call)
// Two ways come to one place with all the same values, but for what a dead input tells of a live one: the other of them errs.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern int evercheck_choose(int, int);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x < 1000 && y < 1000);
    if (evercheck_choose(0, 1)) {
        __VERIFIER_assume(x * x + 1 == y);
    } else {
        __VERIFIER_assume(x * x == y);
    }
    x = 0;
    assert(y != 82);
    return x;
}
