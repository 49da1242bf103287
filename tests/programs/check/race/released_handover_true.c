// expect: true
// options: --property no-data-race --memory-model sc
// The store orders what comes before it.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int data;

static void *put(void *argument) {
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
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
