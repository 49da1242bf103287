// expect: false(no-data-race)
// options: --property no-data-race
// The first check reads a plain variable without the lock.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *use(void *argument) {
    if (!ready) {
        pthread_mutex_lock(&m);
        if (!ready) ready = 1;
        pthread_mutex_unlock(&m);
    }
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, use, NULL);
    pthread_create(&b, NULL, use, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
