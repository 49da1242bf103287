// expect: true
// A single bit walks through a byte and starts again: there is always exactly one.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned char bit = 1;
    while (__VERIFIER_nondet_bool()) {
        bit = (unsigned char)(bit << 1);
        if (bit == 0) bit = 1;
        assert(bit != 0 && (bit & (bit - 1)) == 0);
    }
    return 0;
}
