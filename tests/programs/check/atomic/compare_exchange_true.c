// expect: true
// A loop around compare-exchange: no addition is lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *add(void *argument) {
    int seen = atomic_load(&x);
    while (!atomic_compare_exchange_weak(&x, &seen, seen + 1)) {}
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
