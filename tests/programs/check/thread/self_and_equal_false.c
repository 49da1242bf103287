// expect: false(unreach-call)
// A created thread is not the main thread.
#include <assert.h>
#include <pthread.h>

static pthread_t first;

static void *thread(void *argument) {
    assert(pthread_equal(pthread_self(), first));
    return argument;
}

int main(void) {
    pthread_t t;
    first = pthread_self();
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    return 0;
}
