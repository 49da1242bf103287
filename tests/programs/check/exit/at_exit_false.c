// expect: false(unreach-call)
// Functions given to atexit run also when a thread calls exit.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int x;

static void check(void) {
    assert(x == 0);
}

static void *thread(void *argument) {
    (void)argument;
    x = 1;
    exit(0);
}

int main(void) {
    pthread_t t;
    atexit(check);
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    return 0;
}
