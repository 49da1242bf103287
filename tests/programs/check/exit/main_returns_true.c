// expect: true
// main returns while a thread waits for a lock: the thread is ended, and that is no deadlock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *thread(void *argument) {
    pthread_mutex_lock(&m);
    assert(0);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, thread, NULL);
    return 0;
}
