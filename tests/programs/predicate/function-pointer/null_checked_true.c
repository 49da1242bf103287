// expect: true
// A hook is called only if there is one.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

static unsigned calls;
static void count(void) { calls++; }
static void (*hook)(void);

int main(void) {
    if (__VERIFIER_nondet_bool()) hook = count;
    if (hook) hook();
    else count();
    assert(calls == 1);
    return 0;
}
