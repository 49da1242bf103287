// expect: false(unreach-call)
// options: --nondet-range 2..50
// The option and the assumption together leave 2 to 9; 9 fails.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x < 10);
    assert(x * x < 81);
    return 0;
}
