// expect: true
// The time may pass while the other thread holds the lock for ever: no deadlock.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *thread(void *argument) {
    pthread_mutex_lock(&m);
    return argument;
}

int main(void) {
    pthread_t t;
    struct timespec until = {1, 0};
    pthread_create(&t, NULL, thread, NULL);
    int error = pthread_mutex_timedlock(&m, &until);
    assert(error == 0 || error == ETIMEDOUT);
    if (error == 0) pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
