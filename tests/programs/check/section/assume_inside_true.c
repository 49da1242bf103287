// expect: true
// options: --except no-data-race
// An assumption in an atomic section makes a lock: test and set.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

static int taken, x;

static void __VERIFIER_atomic_take(void) {
    __VERIFIER_assume(taken == 0);
    taken = 1;
}

static void *add(void *argument) {
    __VERIFIER_atomic_take();
    int seen = x;
    x = seen + 1;
    taken = 0;
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2);
    return 0;
}
