// expect: false(unreach-call)
// options: --except no-data-race
// The new thread decides for ever before it does anything that others can see.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int x;

static void *run(void *arg) {
    int i = 0;
    for (;;)
        if (__VERIFIER_nondet_int() > 7) i ^= 1;
    return arg;
}

static void *other(void *arg) {
    x = __VERIFIER_nondet_int();
    return arg;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, run, 0);
    pthread_create(&t, 0, other, 0);
    assert(x != 77);
    pthread_join(t, 0);
    return 0;
}
