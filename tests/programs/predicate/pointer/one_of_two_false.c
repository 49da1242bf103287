// expect: false(unreach-call)
// It is believed to be the first.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a = 1, b = 2;
    int *p = __VERIFIER_nondet_bool() ? &a : &b;
    *p = 10;
    assert(a == 10 && b == 2);
    return 0;
}
