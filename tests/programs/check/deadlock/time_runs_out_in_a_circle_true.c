// expect: true
// Two threads take two locks in opposite order, but one of them does not wait for ever.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *forward(void *argument) {
    struct timespec end = {0, 0};
    pthread_mutex_lock(&a);
    if (pthread_mutex_timedlock(&b, &end) == 0)
        pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return argument;
}

static void *backward(void *argument) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return argument;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, forward, NULL);
    pthread_create(&t, NULL, backward, NULL);
    for (;;) {
    }
}
