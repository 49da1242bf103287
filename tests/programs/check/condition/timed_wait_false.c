// expect: false(unreach-call)
// A wait with a limit may end before the flag is set.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *set(void *argument) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return argument;
}

int main(void) {
    pthread_t t;
    struct timespec until = {1, 0};
    pthread_create(&t, NULL, set, NULL);
    pthread_mutex_lock(&m);
    if (!ready) pthread_cond_timedwait(&c, &m, &until);
    assert(ready);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
