// expect: false(unreach-call)
// options: --except no-data-race
// pthread_exit ends the main thread only; the other runs on and fails.
#include <assert.h>
#include <pthread.h>

static int x;

static void *thread(void *argument) {
    assert(x == 0);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    x = 1;
    pthread_exit(NULL);
}
