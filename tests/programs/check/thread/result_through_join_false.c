// expect: false(unreach-call)
// The value a thread returns arrives at the one that joins it.
#include <assert.h>
#include <pthread.h>

static int value = 4;

static void *thread(void *argument) {
    return (int *)argument;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, thread, &value);
    pthread_join(t, &result);
    assert(*(int *)result != 4);
    return 0;
}
