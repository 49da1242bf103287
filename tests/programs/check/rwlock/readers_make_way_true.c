// expect: true
// Whoever wants to write waits for those that read, and these give the lock back.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *argument) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    return argument;
}

static void *writer(void *argument) {
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, reader, NULL);
    pthread_create(&t, NULL, writer, NULL);
    for (;;)
        reader(NULL);
}
