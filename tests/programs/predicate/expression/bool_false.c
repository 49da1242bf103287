// expect: false(unreach-call)
// A _Bool that is decremented is negated.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    _Bool b = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_bool()) {
        b--;
        assert(b == 1);
    }
    return 0;
}
