// expect: unknown(not-modelled)
// The first thread may be waited for between the store to `is_ready` and the creation of the second.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_t first;
static atomic_int is_ready;

static void *empty(void *argument) { return argument; }

static void *creator(void *argument) {
    pthread_t old = first, new;
    is_ready = 1;
    pthread_create(&new, NULL, empty, NULL);
    assert(new != old);
    return argument;
}

int main(void) {
    pthread_t other;
    pthread_create(&first, NULL, empty, NULL);
    pthread_create(&other, NULL, creator, NULL);
    while (!is_ready) {}
    pthread_join(first, NULL);
    pthread_join(other, NULL);
    return 0;
}
