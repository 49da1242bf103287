// expect: false(unreach-call)
// A thread is not followed, but a run with it may show what is wrong.
#include <assert.h>
#include <pthread.h>

static void *start(void *argument) {
    assert(argument != 0);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, start, 0);
    pthread_join(thread, 0);
    return 0;
}
