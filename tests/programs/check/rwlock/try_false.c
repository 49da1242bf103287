// expect: false(unreach-call)
// trywrlock fails when the other thread reads.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *thread(void *argument) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    assert(pthread_rwlock_trywrlock(&lock) == 0);
    pthread_rwlock_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
