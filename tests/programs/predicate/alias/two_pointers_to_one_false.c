// expect: false(unreach-call)
// The first store is expected to last.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 0, a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int *p = &x, *q = &x;
    *p = a;
    *q = b;
    assert(*p == a);
    return 0;
}
