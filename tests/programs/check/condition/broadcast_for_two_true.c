// expect: true
// A broadcast wakes both that wait.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int opened;

static void *pass(void *argument) {
    pthread_mutex_lock(&m);
    while (!opened) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, pass, NULL);
    pthread_create(&b, NULL, pass, NULL);
    pthread_mutex_lock(&m);
    opened = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
