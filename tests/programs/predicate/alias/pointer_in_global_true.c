// expect: true
// A pointer kept in a global is to a local of main: stores through it are seen.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

static int *kept;

static void poke(void) {
    if (kept) *kept = 9;
}

int main(void) {
    int x = 1;
    if (__VERIFIER_nondet_bool()) kept = &x;
    poke();
    assert(x == 1 || (kept == &x && x == 9));
    return 0;
}
