// expect: false(unreach-call)
// options: --except no-data-race
// The work is done after the barrier.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int done[2];

static void run(int own) {
    pthread_barrier_wait(&barrier);
    done[own] = 1;
    assert(done[1 - own]);
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
    return 0;
}
