// expect: true
// A barrier serves two rounds, and in each round exactly one thread is told that it is the one.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int chosen[2][2];

static void run(int own) {
    for (int round = 0; round < 2; round++)
        chosen[round][own] = pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
}

static void *thread(void *argument) {
    run(1);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t, NULL, thread, NULL);
    run(0);
    pthread_join(t, NULL);
    for (int round = 0; round < 2; round++) assert(chosen[round][0] + chosen[round][1] == 1);
    return 0;
}
