// expect: false(unreach-call)
// options: --nondet-range -2..2
// The option bounds the int, and its last value is tried.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x != 2);
    return 0;
}
