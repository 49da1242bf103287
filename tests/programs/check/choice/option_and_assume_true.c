// expect: true
// options: --nondet-range 2..50
// The option and the assumption together leave 2 to 9.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x < 10);
    assert(x * x >= 4);
    return 0;
}
