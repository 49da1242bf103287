// expect: false(unreach-call)
// A function that does not end the thread: what comes after it is done.
#include <assert.h>
#include <pthread.h>

static int value = 4, after;

static void leave(int now) {
    if (now) pthread_exit(&value);
}

static void *thread(void *argument) {
    leave(0);
    after = 1;
    return argument;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, &result);
    assert(after == 0);
    return 0;
}
