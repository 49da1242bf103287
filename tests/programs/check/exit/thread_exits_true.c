// expect: true
// A thread calls exit, which ends main too, before it can fail.
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
    pthread_join(t, NULL);
    assert(0);
    return 0;
}
