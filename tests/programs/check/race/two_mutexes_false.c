// expect: false(no-data-race)
// options: --property no-data-race
// Each thread has a lock, but not the same.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *set(void *lock) {
    pthread_mutex_lock(lock);
    x = 1;
    pthread_mutex_unlock(lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, set, &m);
    pthread_create(&b, NULL, set, &n);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
