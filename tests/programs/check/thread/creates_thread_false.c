// expect: false(unreach-call)
// options: --except no-data-race
// A thread creates another, and nobody waits for that one.
#include <assert.h>
#include <pthread.h>

static int x;

static void *inner(void *argument) {
    x += 1;
    return argument;
}

static void *outer(void *argument) {
    pthread_t t;
    pthread_create(&t, NULL, inner, NULL);
    x += 2;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, outer, NULL);
    pthread_join(t, NULL);
    assert(x == 3);
    return 0;
}
