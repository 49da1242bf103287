// expect: false(valid-deref)
// The time is read though the mutex is free.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    struct timespec *until = NULL;
    return pthread_mutex_timedlock(&mutex, until);
}
