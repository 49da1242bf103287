// expect: false(no-lock-misuse)
// A lock that has been destroyed is no lock that somebody holds.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *thread(void *argument) {
    pthread_rwlock_destroy(&lock);
    pthread_rwlock_wrlock(&lock);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    for (;;) {
    }
}
