// expect: false(unreach-call)
// Its result is stored in the local.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

extern int outside_of(int);

int main(void) {
    int mine = 1, other = 0;
    while (__VERIFIER_nondet_bool()) {
        mine = outside_of(mine + other % 2 + 1);
        assert(mine == 1);
    }
    return other == mine;
}
