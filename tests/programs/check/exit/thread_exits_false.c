// expect: false(unreach-call)
// A thread calls exit, but main does not wait for it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *thread(void *argument) {
    (void)argument;
    exit(0);
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    assert(0);
    return 0;
}
