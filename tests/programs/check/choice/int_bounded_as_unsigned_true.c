// expect: true
// As an unsigned number each negative one is great.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume((unsigned)x < 10);
    assert(x * x < 100);
    return 0;
}
