// expect: true
// Two functions have different addresses, and none is null.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int one(void) { return 1; }
static int two(void) { return 2; }

int main(void) {
    int (*f)(void) = __VERIFIER_nondet_bool() ? one : two;
    if (!f) reach_error();
    if (f == one) assert(f() == 1);
    else assert(f() == 2);
    return 0;
}
