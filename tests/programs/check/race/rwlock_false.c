// expect: false(no-data-race)
// options: --property no-data-race
// Two readers count their visits under the read lock.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int visits;

static void *reader(void *argument) {
    pthread_rwlock_rdlock(&lock);
    visits++;
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
