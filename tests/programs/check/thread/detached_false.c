// expect: false(unreach-call)
// options: --except no-data-race
// A detached thread runs at any time, also before the check.
#include <assert.h>
#include <pthread.h>

static int x;

static void *thread(void *argument) {
    pthread_detach(pthread_self());
    x = 1;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    assert(x == 0);
    return 0;
}
