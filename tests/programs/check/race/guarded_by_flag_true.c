// expect: true
// options: --property no-data-race
// The lock does separate the two stores, since the second is made only if the first was seen.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *thread(void *argument) {
    x = 1;
    pthread_mutex_lock(&m);
    y = 1;
    pthread_mutex_unlock(&m);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_mutex_lock(&m);
    int seen = y;
    pthread_mutex_unlock(&m);
    if (seen) x = 2;
    pthread_join(t, NULL);
    return 0;
}
