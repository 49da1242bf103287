// expect: true
// A recursive mutex is locked twice and unlocked twice.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void *thread(void *argument) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, thread, NULL);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
