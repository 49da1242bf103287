// expect: false(unreach-call)
// A byte never gets to 256: the loop goes on, and the steps exceed the limit.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int limit = __VERIFIER_nondet_int();
    if (limit < 0 || limit > 256) return 0;
    int steps = 0;
    for (unsigned char i = 0; i < limit; i++) {
        steps++;
        assert(steps <= limit);
    }
    return 0;
}
