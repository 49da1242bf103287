// expect: unknown(not-modelled)
// What `old` points to may be freed between the store to `is_ready` and the allocation.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *shared;
static atomic_int is_ready;

static void *allocator(void *argument) {
    int *old = shared;
    is_ready = 1;
    int *new = malloc(sizeof *new);
    assert(new != old);
    return argument;
}

int main(void) {
    pthread_t t;
    shared = malloc(sizeof *shared);
    pthread_create(&t, NULL, allocator, NULL);
    while (!is_ready) {}
    free(shared);
    pthread_join(t, NULL);
    return 0;
}
