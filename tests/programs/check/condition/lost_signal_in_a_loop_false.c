// expect: false(no-deadlock)
// The flag is set without the lock, between the test and the wait: the signal is lost, and no wake-up without a reason is
// promised.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *waiter(void *argument) {
    pthread_mutex_lock(&m);
    while (!ready) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_join(t, NULL);
    return 0;
}
