// expect: false(no-deadlock)
// A thread waits for the end of one that needs its lock, while a third one goes on for ever.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *inner(void *argument) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return argument;
}

static void *outer(void *argument) {
    pthread_t t;
    pthread_create(&t, NULL, inner, NULL);
    pthread_mutex_lock(&m);
    pthread_join(t, NULL);
    pthread_mutex_unlock(&m);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, outer, NULL);
    for (;;) {
    }
}
