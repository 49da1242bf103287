// expect: true
// options: --except no-data-race
// A detached thread that nobody waits for.
#include <assert.h>
#include <pthread.h>

static int x;

static void *thread(void *argument) {
    x = 1;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_detach(t);
    int seen = x;
    assert(seen == 0 || seen == 1);
    return 0;
}
