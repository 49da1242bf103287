// expect: false(no-deadlock)
// One of the threads takes them the other way round.
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *a, pthread_mutex_t *b) {
    pthread_mutex_lock(a);
    pthread_mutex_lock(b);
    pthread_mutex_unlock(b);
    pthread_mutex_unlock(a);
}

static void *forth(void *argument) {
    if ((uintptr_t)&left < (uintptr_t)&right) both(&left, &right);
    else both(&right, &left);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, forth, 0);
    if ((uintptr_t)&left < (uintptr_t)&right) both(&right, &left);
    else both(&left, &right);
    pthread_join(t, 0);
    return 0;
}
