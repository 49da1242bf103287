// expect: false(unreach-call)
// options: --except no-data-race
// Each thread has a lock, but not the same.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *add(void *lock) {
    pthread_mutex_lock(lock);
    x++;
    pthread_mutex_unlock(lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, &m);
    pthread_create(&b, NULL, add, &n);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2);
    return 0;
}
