// expect: false(no-data-race)
// options: --property no-data-race
// Both stores come after the barrier.
#include <pthread.h>

static pthread_barrier_t barrier;
static int x;

static void *thread(void *argument) {
    pthread_barrier_wait(&barrier);
    x = 1;
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
