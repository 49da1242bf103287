// expect: true
// Two threads take turns for ever.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int busy;

static void serve(void) {
    for (;;) {
        pthread_mutex_lock(&m);
        assert(!busy);
        busy = 1;
        busy = 0;
        pthread_mutex_unlock(&m);
    }
}

static void *thread(void *argument) {
    serve();
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    serve();
}
