// expect: true
// The address of a loop's local is kept only within one turn.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    for (int i = 0; i < 1000; i++) {
        int local = i, other = 0;
        int *p = __VERIFIER_nondet_bool() ? &other : &other;
        *p = -1;
        assert(local == i);
    }
    return 0;
}
