// expect: true
// A function with a loop returns only when the global is ready.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

static int ready;

static void wait_until_ready(void) {
    int patience = 100;
    while (!ready) {
        if (__VERIFIER_nondet_bool()) ready = 1;
        if (patience > 0) patience--;
    }
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        ready = 0;
        wait_until_ready();
        assert(ready);
    }
    return 0;
}
