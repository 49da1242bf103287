// expect: true
// The lock comes as an argument, and it is the same.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
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
    pthread_create(&b, NULL, add, &m);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2);
    return 0;
}
