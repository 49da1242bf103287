// expect: true
// A lock around what depends on inputs, and a condition variable.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t there = PTHREAD_COND_INITIALIZER;
int value, is_there;

static void *give(void *arg) {
    int n = __VERIFIER_nondet_int();
    if (n < 0) n = 0;
    pthread_mutex_lock(&lock);
    value = n;
    is_there = 1;
    pthread_cond_signal(&there);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, give, 0);
    pthread_mutex_lock(&lock);
    while (!is_there) pthread_cond_wait(&there, &lock);
    assert(value >= 0);
    pthread_mutex_unlock(&lock);
    pthread_join(t, 0);
    return 0;
}
