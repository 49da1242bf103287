// expect: false(unreach-call)
// options: --except no-data-race
// The flag is set before the message is there.
#include <assert.h>
#include <pthread.h>

static int message, flag;

static void *deliver(void *argument) {
    flag = 1;
    message = 42;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, deliver, NULL);
    if (flag) assert(message == 42);
    pthread_join(t, NULL);
    return 0;
}
