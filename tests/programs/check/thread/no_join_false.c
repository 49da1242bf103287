// expect: false(unreach-call)
// options: --except no-data-race
// Without a join the thread may or may not have run.
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
    assert(x == 1);
    pthread_join(t, NULL);
    return 0;
}
