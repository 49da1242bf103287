// expect: true
// A buffer of one place, a producer and a consumer, two items.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int full, item;

static void *produce(void *argument) {
    for (int i = 1; i <= 2; i++) {
        pthread_mutex_lock(&m);
        while (full) pthread_cond_wait(&emptied, &m);
        item = i;
        full = 1;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&m);
    }
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, produce, NULL);
    for (int i = 1; i <= 2; i++) {
        pthread_mutex_lock(&m);
        while (!full) pthread_cond_wait(&filled, &m);
        assert(item == i);
        full = 0;
        pthread_cond_signal(&emptied);
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, NULL);
    return 0;
}
