// expect: false(unreach-call)
// The inner counter is not reset, and the next bound may be smaller.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned j = 0;
    while (__VERIFIER_nondet_bool()) {
        unsigned bound = __VERIFIER_nondet_uchar();
        while (__VERIFIER_nondet_bool() && j < bound) j++;
        assert(j <= bound);
    }
    return 0;
}
