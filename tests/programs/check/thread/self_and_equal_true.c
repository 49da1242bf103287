// expect: true
// A thread is itself, in its own eyes and in its creator's.
#include <assert.h>
#include <pthread.h>

static pthread_t seen;

static void *thread(void *argument) {
    seen = pthread_self();
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    assert(pthread_equal(seen, t) && !pthread_equal(seen, pthread_self()));
    return 0;
}
