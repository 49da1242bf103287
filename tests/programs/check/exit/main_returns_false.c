// expect: false(unreach-call)
// main returns, but a thread may be faster.
#include <assert.h>
#include <pthread.h>

static void *thread(void *argument) {
    assert(argument);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    return 0;
}
