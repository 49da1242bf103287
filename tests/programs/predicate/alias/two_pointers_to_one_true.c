// expect: true
// Two pointers to one variable: the last store counts.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 0, a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int *p = &x, *q = &x;
    *p = a;
    *q = b;
    assert(*p == b);
    return 0;
}
