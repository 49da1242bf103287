// expect: false(no-data-race)
// options: --property no-data-race
// The item is written after the flag is set.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, item;

static void *produce(void *argument) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    item = 3;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, produce, NULL);
    pthread_mutex_lock(&m);
    while (!ready) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    int seen = item;
    pthread_join(t, NULL);
    return seen != 3;
}
