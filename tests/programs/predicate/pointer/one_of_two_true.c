// expect: true
// A pointer to one of two variables: one of them has the new value, and the other the old.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a = 1, b = 2;
    int *p = __VERIFIER_nondet_bool() ? &a : &b;
    *p = 10;
    assert((a == 10 && b == 2) || (a == 1 && b == 10));
    return 0;
}
