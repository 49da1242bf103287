// expect: true
// A function that is nowhere defined cannot change a local whose address it does not know.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

extern int outside_of(int);

int main(void) {
    int mine = 1, other = 0;
    while (__VERIFIER_nondet_bool()) {
        other = outside_of(mine + other % 2 + 1);
        assert(mine == 1);
    }
    return other == mine;
}
