// expect: false(unreach-call)
// options: --except no-data-race
// The assumption and the store are not one section: both threads may pass.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

static int taken, x;

static void take(void) {
    __VERIFIER_assume(taken == 0);
    taken = 1;
}

static void *add(void *argument) {
    take();
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
