// expect: false(no-data-race)
// options: --property no-data-race
// The item is read whether or not the flag was seen.
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
    pthread_create(&t, NULL, produce, NULL);
    int sure = atomic_load_explicit(&ready, memory_order_acquire), seen = item;
    pthread_join(t, NULL);
    return sure && seen != 3;
}
