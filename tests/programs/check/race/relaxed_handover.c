// expect: unknown(relaxed-atomic)
// options: --property no-data-race
// In every interleaving the flag comes before the data, but a relaxed store does not order them: this is a race.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int data;

static void *put(void *argument) {
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, put, NULL);
    if (atomic_load_explicit(&flag, memory_order_acquire))
        data++;
    pthread_join(t, NULL);
    return 0;
}
