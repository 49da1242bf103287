// expect: false(unreach-call)
// The pointer may be to either.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int one(void) { return 1; }
static int two(void) { return 2; }

int main(void) {
    int (*f)(void) = __VERIFIER_nondet_bool() ? one : two;
    if (!f) reach_error();
    if (f == one) assert(f() == 1);
    else assert(f() == 1);
    return 0;
}
