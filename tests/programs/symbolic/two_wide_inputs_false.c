// expect: false(unreach-call)
// Two inputs with many values are compared: one way of three.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < y) return 0;
    assert(x != y);
    return 0;
}
