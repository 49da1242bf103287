// expect: true
// What is known of two inputs is known by way of a third, which is dead.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
    __VERIFIER_assume(x < y);
    __VERIFIER_assume(y < z);
    y = 0;
    assert(x < z);
    return y;
}
