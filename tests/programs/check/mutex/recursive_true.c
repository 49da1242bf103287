// expect: true
// A recursive mutex is locked twice by its owner and keeps the others out until it is unlocked twice.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static int x;

static void add(int n) {
    pthread_mutex_lock(&m);
    if (n > 1) add(n - 1);
    x++;
    pthread_mutex_unlock(&m);
}

static void *thread(void *argument) {
    add(2);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &kind);
    pthread_mutexattr_destroy(&kind);
    pthread_create(&t, NULL, thread, NULL);
    pthread_mutex_lock(&m);
    assert(x == 0 || x == 2);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    pthread_mutex_destroy(&m);
    return 0;
}
