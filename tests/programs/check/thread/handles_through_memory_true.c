// expect: true
// Handles are equal or not, wherever they have been: in a struct, copied bytewise, as a pointer, exchanged atomically.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

struct worker { int number; pthread_t handle; };

static struct worker workers[2];
static _Atomic pthread_t owner;

static void *thread(void *argument) {
    struct worker *self = argument;
    pthread_t none = 0;
    if (atomic_compare_exchange_strong(&owner, &none, pthread_self())) {
        assert(owner == pthread_self());
        owner = 0;
    }
    printf("thread %lu\n", (unsigned long)pthread_self());
    return self;
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        workers[i].number = i;
        assert(!workers[i].handle);
        pthread_create(&workers[i].handle, NULL, thread, &workers[i]);
    }
    struct worker copy = workers[1];
    pthread_t other;
    memcpy(&other, &workers[1].handle, sizeof other);
    assert(copy.handle == other && pthread_equal(other, workers[1].handle));
    assert(memcmp(&other, &copy.handle, sizeof other) == 0);
    assert(other != workers[0].handle && other != pthread_self());
    assert((pthread_t)(void *)other == other && other != 0 && other != (pthread_t)-1);
    for (int i = 0; i < 2; i++) pthread_join(workers[i].handle, NULL);
    return 0;
}
