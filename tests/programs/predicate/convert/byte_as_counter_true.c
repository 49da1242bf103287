// expect: true
// A byte counts up to a limit that it can hold.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int limit = __VERIFIER_nondet_int();
    if (limit < 0 || limit > 255) return 0;
    int steps = 0;
    for (unsigned char i = 0; i < limit; i++) {
        steps++;
        assert(steps <= limit);
    }
    return 0;
}
