// expect: false(no-deadlock)
// The barrier waits for three, and only two come.
#include <pthread.h>

static pthread_barrier_t barrier;

static void *thread(void *argument) {
    pthread_barrier_wait(&barrier);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&barrier, NULL, 3);
    pthread_create(&t, NULL, thread, NULL);
    pthread_barrier_wait(&barrier);
    pthread_join(t, NULL);
    return 0;
}
