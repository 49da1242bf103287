// expect: true
// options: --except no-data-race
// A thread that is created detached.
#include <assert.h>
#include <pthread.h>

static int x;

static void *thread(void *argument) {
    x++;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    pthread_create(&t, &detached, thread, NULL);
    pthread_attr_destroy(&detached);
    assert(x <= 1);
    return 0;
}
