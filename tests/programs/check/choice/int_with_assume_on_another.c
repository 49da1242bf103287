// expect: unknown(unbounded-input)
// The assumption is about another variable.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int y = 5;
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(y >= 0 && y < 10);
    assert(x / 2 <= 5);
    return 0;
}
