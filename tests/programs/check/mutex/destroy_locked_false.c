// expect: false(no-lock-misuse)
// The mutex may still be locked when it is destroyed.
#include <pthread.h>

static pthread_mutex_t m;

static void *thread(void *argument) {
    pthread_mutex_lock(&m);
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
