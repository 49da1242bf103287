// expect: true
// The mutex is destroyed when no thread uses it any more.
#include <pthread.h>

static pthread_mutex_t m;

static void *thread(void *argument) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_mutex_init(&m, NULL);
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    pthread_mutex_destroy(&m);
    return 0;
}
