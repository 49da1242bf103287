// expect: true
// x++ gives the old value and ++x the new.
#include <assert.h>

extern signed char __VERIFIER_nondet_schar(void);

int main(void) {
    int x = __VERIFIER_nondet_schar(), old = x;
    int a = x++;
    int b = ++x;
    assert(a == old && b == old + 2 && x == b);
    return 0;
}
