// expect: false(unreach-call)
// options: --except no-data-race
// The result of an error-checking mutex is ignored, and the counter is changed without the lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static int x;

static void *thread(void *argument) {
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    x++;
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &kind);
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 4);
    return 0;
}
