// expect: false(unreach-call)
// options: --except no-data-race
// A writer takes the lock as a reader does.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;

static void *writer(void *argument) {
    pthread_rwlock_rdlock(&lock);
    a++;
    b++;
    pthread_rwlock_unlock(&lock);
    return argument;
}

static void *reader(void *argument) {
    pthread_rwlock_rdlock(&lock);
    assert(a == b);
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, writer, NULL);
    pthread_create(&t[1], NULL, reader, NULL);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return 0;
}
