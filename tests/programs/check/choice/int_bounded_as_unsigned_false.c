// expect: false(unreach-call)
// As an unsigned number -1 is the greatest.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume((unsigned)x < 10 || (unsigned)x > 4294967290u);
    assert(x + 1 != 0);
    return 0;
}
