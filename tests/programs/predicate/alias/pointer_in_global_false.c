// expect: false(unreach-call)
// The local is expected to stay.
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
    assert(x == 1);
    return 0;
}
