// expect: false(no-deadlock)
// Two that wait for different things on one condition: the signal may wake the wrong one.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int opened[2];

static void *pass(void *door) {
    pthread_mutex_lock(&m);
    while (!*(int *)door) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, pass, &opened[0]);
    pthread_create(&b, NULL, pass, &opened[1]);
    pthread_mutex_lock(&m);
    opened[1] = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(b, NULL);
    pthread_mutex_lock(&m);
    opened[0] = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    return 0;
}
