// expect: true
// Two threads add inputs to a word.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

_Atomic unsigned sum;

static void *run(void *arg) {
    atomic_fetch_add(&sum, __VERIFIER_nondet_uchar());
    return arg;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, run, 0);
    pthread_create(&t, 0, run, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(sum <= 510);
    return 0;
}
