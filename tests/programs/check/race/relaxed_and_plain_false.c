// expect: false(no-data-race)
// options: --property no-data-race
// A race that shows in an interleaving is one, whatever the order of other accesses.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int data;

static void *put(void *argument) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    data = 1;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, put, NULL);
    data = 2;
    pthread_join(t, NULL);
    return 0;
}
