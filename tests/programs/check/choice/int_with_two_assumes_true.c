// expect: true
// The bounds may come from two assumptions in a row.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= -5);
    __VERIFIER_assume(x <= 5);
    assert(x * x <= 25);
    return 0;
}
