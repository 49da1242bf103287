// expect: unknown(symbolic-value)
// Threads are not there yet.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int x;
static void *run(void *arg) {
    return arg;
}

int main(void) {
    x = __VERIFIER_nondet_int();
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_join(t, 0);
    assert(x == x);
    return 0;
}
