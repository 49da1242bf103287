// expect: true
// options: --nondet-range -2..2
// The option bounds the int.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x * x <= 4);
    return 0;
}
