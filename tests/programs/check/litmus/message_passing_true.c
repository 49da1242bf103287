// expect: true
// options: --except no-data-race
// Who sees the flag sees the message.
#include <assert.h>
#include <pthread.h>

static int message, flag;

static void *deliver(void *argument) {
    message = 42;
    flag = 1;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, deliver, NULL);
    if (flag) assert(message == 42);
    pthread_join(t, NULL);
    return 0;
}
