// expect: false(no-deadlock)
// One condition for producer and consumers: a signal can go to the wrong one.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;

static void *consume(void *argument) {
    pthread_mutex_lock(&m);
    while (!full) pthread_cond_wait(&changed, &m);
    full = 0;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&m);
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, consume, NULL);
    pthread_create(&b, NULL, consume, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        while (full) pthread_cond_wait(&changed, &m);
        full = 1;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&m);
    }
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
