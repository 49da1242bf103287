// expect: false(unreach-call)
// A store of the same turn changes the local behind its back.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    for (int i = 0; i < 1000; i++) {
        int local = i, other = 0;
        int *p = __VERIFIER_nondet_bool() ? &local : &other;
        *p = -1;
        assert(local == i);
    }
    return 0;
}
