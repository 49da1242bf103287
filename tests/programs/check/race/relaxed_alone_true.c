// expect: true
// options: --property no-data-race --memory-model sc
// Nobody else is there when the relaxed accesses are made.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int data;

static void *put(void *argument) {
    data += atomic_load(&x);
    return argument;
}

int main(void) {
    pthread_t t;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    pthread_create(&t, NULL, put, NULL);
    pthread_join(t, NULL);
    return data + atomic_load_explicit(&x, memory_order_relaxed) != 2;
}
