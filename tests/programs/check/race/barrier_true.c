// expect: true
// options: --property no-data-race
// A barrier orders what comes before it and after it.
#include <pthread.h>

static pthread_barrier_t barrier;
static int x;

static void *thread(void *argument) {
    x = 1;
    pthread_barrier_wait(&barrier);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t, NULL, thread, NULL);
    pthread_barrier_wait(&barrier);
    x = 2;
    pthread_join(t, NULL);
    return 0;
}
