// expect: true
// After the join the thread has run.
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
    pthread_join(t, NULL);
    assert(x == 1);
    return 0;
}
