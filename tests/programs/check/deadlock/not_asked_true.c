// expect: true
// options: --property unreach-call
// A deadlock is no fault when only errors are asked for.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *thread(void *argument) {
    pthread_mutex_lock(&m);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    pthread_mutex_lock(&m);
    return 0;
}
