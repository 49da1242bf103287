// expect: false(no-deadlock)
// A thread ends with a lock that another one waits for, while a third one goes on for ever.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *thread(void *argument) {
    pthread_mutex_lock(&m);
    return argument;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, thread, NULL);
    pthread_create(&t, NULL, thread, NULL);
    for (;;) {
    }
}
