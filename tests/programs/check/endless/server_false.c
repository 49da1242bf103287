// expect: false(unreach-call)
// options: --except no-data-race
// Two threads run for ever, and one of them sometimes forgets the lock.
#include <assert.h>
#include <pthread.h>

extern int evercheck_choose(int, int);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int busy;

static void serve(void) {
    for (;;) {
        int locked = evercheck_choose(0, 1);
        if (locked) pthread_mutex_lock(&m);
        assert(!busy);
        busy = 1;
        busy = 0;
        if (locked) pthread_mutex_unlock(&m);
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
