// expect: true
// Two threads take two locks in opposite order, but under a third one.
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void take(pthread_mutex_t *first, pthread_mutex_t *second) {
    pthread_mutex_lock(&gate);
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(&gate);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *forward(void *argument) {
    take(&a, &b);
    return argument;
}

static void *backward(void *argument) {
    take(&b, &a);
    return argument;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, forward, NULL);
    pthread_create(&t, NULL, backward, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    return 0;
}
