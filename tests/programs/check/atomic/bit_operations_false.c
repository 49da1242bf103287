// expect: false(unreach-call)
// options: --except no-data-race
// Plain operations on single bits lose each other's effect.
#include <assert.h>
#include <pthread.h>

static unsigned bits = 4;

static void *set(void *argument) {
    bits |= 1;
    return argument;
}

static void *clear(void *argument) {
    bits &= ~4u;
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, set, NULL);
    pthread_create(&b, NULL, clear, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(bits == 1);
    return 0;
}
