// expect: true
// A shift register of four bits that starts with a bit set never becomes zero.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned state = 1;
    while (__VERIFIER_nondet_bool()) {
        unsigned feedback = (state ^ state >> 1) & 1;
        state = state >> 1 | feedback << 3;
        assert(state != 0);
    }
    return 0;
}
