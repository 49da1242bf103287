// expect: false(unreach-call)
// The mask keeps the wrong bit.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned x = 0;
    while (__VERIFIER_nondet_bool()) {
        x = (x + __VERIFIER_nondet_uint()) & 11;
        assert(x < 8);
    }
    return 0;
}
