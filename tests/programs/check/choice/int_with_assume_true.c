// expect: true
// An int bounded by the assumption after it.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 1 && x < 10);
    assert(x % 2 != 0 || x % 5 != 0);
    return 0;
}
