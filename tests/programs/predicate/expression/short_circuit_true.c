// expect: true
// The right side of && is not evaluated if the left one is false.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned calls;
static int touch(void) { return (int)++calls; }

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0 && touch()) assert(calls == 1);
    if (x <= 0 && calls != 0) reach_error();
    return 0;
}
