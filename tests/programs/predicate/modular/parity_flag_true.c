// expect: true
// A flag that is negated at each step tells whether the number of steps is odd.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned char steps = 0, odd = 0;
    while (__VERIFIER_nondet_bool()) {
        steps++;
        odd = !odd;
        assert(odd == steps % 2);
    }
    return 0;
}
