// expect: false(unreach-call)
// The static local counts to four, not to three, before it starts again.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

static int next(void) {
    static int turn = 2;
    turn++;
    if (turn > 3) turn = 0;
    return turn;
}

int main(void) {
    int last = next();
    while (__VERIFIER_nondet_bool()) {
        int turn = next();
        assert(turn == (last + 1) % 3);
        last = turn;
    }
    return 0;
}
