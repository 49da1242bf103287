// expect: false(no-deadlock)
// Three threads, three locks, each thread takes its own and the next.
#include <pthread.h>

static pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *take(void *own) {
    pthread_mutex_t *first = own, *second = first == &locks[2] ? &locks[0] : first + 1;
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
    return NULL;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, take, &locks[i]);
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    return 0;
}
