// expect: false(unreach-call)
// The flag is not negated when the counter wraps from 255 to 0.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned char steps = 0, odd = 0;
    while (__VERIFIER_nondet_bool()) {
        steps++;
        if (steps != 0) odd = !odd;
        assert(odd == steps % 2);
    }
    return 0;
}
