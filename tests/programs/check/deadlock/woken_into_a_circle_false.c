// expect: false(no-deadlock)
// A thread that waits for a signal holds a lock. Woken up, it needs the mutex of one that waits for that lock.
#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int is_waiting;

static void *waiter(void *argument) {
    pthread_mutex_lock(&outer);
    pthread_mutex_lock(&inner);
    is_waiting = 1;
    pthread_cond_wait(&ready, &inner);
    is_waiting = 0;
    pthread_mutex_unlock(&inner);
    pthread_mutex_unlock(&outer);
    return argument;
}

static void *user(void *argument) {
    pthread_mutex_lock(&inner);
    if (is_waiting) {
        pthread_mutex_lock(&outer);
        pthread_mutex_unlock(&outer);
    }
    pthread_mutex_unlock(&inner);
    return argument;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, waiter, NULL);
    pthread_create(&t, NULL, user, NULL);
    for (;;)
        pthread_cond_signal(&ready);
}
