// expect: false(unreach-call)
// options: --except no-data-race
// A thread decides for ever, and comes back to where it was; another errs then.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int x;

static void *run(void *arg) {
    int i = 0;
    x = 1;
    for (;;)
        if (__VERIFIER_nondet_int() > 7) i ^= 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    assert(x != 1);
    pthread_join(t, 0);
    return 0;
}
