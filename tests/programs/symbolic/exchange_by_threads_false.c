// expect: false(unreach-call)
// One of all values makes a compare-exchange succeed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

_Atomic int word;
_Atomic int taken;

static void *run(void *arg) {
    int expected = 42;
    if (atomic_compare_exchange_strong(&word, &expected, 43)) taken++;
    return arg;
}

int main(void) {
    pthread_t s, t;
    word = __VERIFIER_nondet_int();
    pthread_create(&s, 0, run, 0);
    pthread_create(&t, 0, run, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(taken == 0);
    return 0;
}
