// expect: false(no-data-race)
// options: --property no-data-race
// In one order the lock happens to separate the two stores, in the other it does not.
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
    y = 2;
    pthread_mutex_unlock(&m);
    x = 2;
    pthread_join(t, NULL);
    return 0;
}
