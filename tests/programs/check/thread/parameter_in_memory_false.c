// expect: false(unreach-call)
// options: --property valid-memsafety,no-deadlock,unreach-call
// As its twin, with too much asserted. The address of a thread's parameter is taken: it lies in memory, and filling it is no step that others see, so
// creating the second thread is not tried twice.
#include <assert.h>
#include <pthread.h>

static int started;
static _Thread_local char own;

static void *first(void *unused) {
    own = 1;
    __sync_fetch_and_add(&started, 1);
    return unused;
}

static void *second(void *argument) {
    void **taken = &argument;
    __sync_fetch_and_add(&started, *taken == 0);
    return 0;
}

int main(void) {
    pthread_t id[2];
    pthread_create(&id[0], 0, first, 0);
    pthread_create(&id[1], 0, second, 0);
    pthread_join(id[0], 0);
    pthread_join(id[1], 0);
    assert(started == 3);
    return 0;
}
