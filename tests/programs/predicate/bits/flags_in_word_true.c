// expect: true
// Setting and clearing one flag leaves the others.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned flags = __VERIFIER_nondet_uint(), before = flags;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) flags |= 4u;
        else flags &= ~4u;
        assert((flags & ~4u) == (before & ~4u));
    }
    return 0;
}
