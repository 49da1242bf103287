// expect: true
// trylock fails with EBUSY when the other thread holds the lock; one of the two gets it.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *add(void *argument) {
    int error = pthread_mutex_trylock(&m);
    assert(error == 0 || error == EBUSY);
    if (error == 0) {
        x++;
        pthread_mutex_unlock(&m);
    }
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 1 || x == 2);
    return 0;
}
