// expect: true
// trylock of a mutex that the thread itself holds fails and is no misuse.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_lock(&m);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    pthread_mutex_unlock(&m);
    assert(pthread_mutex_trylock(&m) == 0);
    pthread_mutex_unlock(&m);
    return 0;
}
