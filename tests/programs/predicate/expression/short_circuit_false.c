// expect: false(unreach-call)
// Of || it is evaluated then.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned calls;
static int touch(void) { return (int)++calls; }

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0 || touch()) assert(calls == 0);
    if (x <= 0 && calls != 0) reach_error();
    return 0;
}
