// expect: true
// pthread_exit in a called function ends the thread with a value.
#include <assert.h>
#include <pthread.h>

static int value = 4, after;

static void leave(void) {
    pthread_exit(&value);
}

static void *thread(void *argument) {
    leave();
    after = 1;
    return argument;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, &result);
    assert(result == &value && after == 0);
    return 0;
}
