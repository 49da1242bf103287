// expect: false(no-data-race)
// options: --property no-data-race
// volatile is not atomic.
#include <pthread.h>

static volatile int stop;

static void *thread(void *argument) {
    stop = 1;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    while (!stop) {}
    pthread_join(t, NULL);
    return 0;
}
