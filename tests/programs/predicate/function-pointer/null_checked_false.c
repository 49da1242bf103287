// expect: false(unreach-call)
// Where there is no hook, the default is not called.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

static unsigned calls;
static void count(void) { calls++; }
static void (*hook)(void);

int main(void) {
    if (__VERIFIER_nondet_bool()) hook = count;
    if (hook) hook();
    assert(calls == 1);
    return 0;
}
