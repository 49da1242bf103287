// expect: false(unreach-call)
// With the feedback from the wrong position it does.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned state = 1;
    while (__VERIFIER_nondet_bool()) {
        unsigned feedback = (state >> 1 ^ state >> 2) & 1;
        state = state >> 1 | feedback << 3;
        assert(state != 0);
    }
    return 0;
}
