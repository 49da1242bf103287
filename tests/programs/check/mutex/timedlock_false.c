// expect: false(unreach-call)
// The time may pass while the other thread holds the lock.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *thread(void *argument) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return argument;
}

int main(void) {
    pthread_t t;
    struct timespec until = {1, 0};
    pthread_create(&t, NULL, thread, NULL);
    int error = pthread_mutex_timedlock(&m, &until);
    assert(error == 0);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
