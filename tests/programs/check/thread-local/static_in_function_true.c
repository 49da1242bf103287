// expect: true
// A counter in a function, one for each thread.
#include <assert.h>
#include <pthread.h>

static int next(void) {
    static _Thread_local int n;
    return ++n;
}

static void *thread(void *argument) {
    assert(next() == 1);
    assert(next() == 2);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    assert(next() == 1);
    pthread_join(t, NULL);
    assert(next() == 2);
    return 0;
}
