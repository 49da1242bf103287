// expect: true
// The assumption leaves two ranges and nothing between them.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume((x >= -3 && x <= 3) || (x > 100 && x <= 110));
    assert(x * 3 <= 9 || x * 3 >= 303);
    return 0;
}
