// expect: false(unreach-call)
// An int bounded by the assumption after it: 0 and 10 of the 20 values fail.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x < 20);
    assert(x % 2 != 0 || x % 5 != 0);
    return 0;
}
