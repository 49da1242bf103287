// expect: true
// options: --property no-data-race --memory-model sc
// A release store and an acquire load order the plain accesses.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int item;

static void *produce(void *argument) {
    item = 3;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return argument;
}

int main(void) {
    pthread_t t;
    int seen = 3;
    pthread_create(&t, NULL, produce, NULL);
    if (atomic_load_explicit(&ready, memory_order_acquire)) seen = item;
    pthread_join(t, NULL);
    return seen != 3;
}
