// expect: unknown(relaxed-atomic)
// options: --property no-data-race
// A compare-exchange that is relaxed only when it fails is relaxed, then.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *put(void *argument) {
    int expected = 0;
    atomic_compare_exchange_strong_explicit(&x, &expected, 1, memory_order_acq_rel, memory_order_relaxed);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, put, NULL);
    pthread_join(t, NULL);
    return 0;
}
