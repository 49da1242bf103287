// expect: false(unreach-call)
// options: --nondet-range 0..8
// Only a range of inputs is asked about.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x < 8);
    return 0;
}
