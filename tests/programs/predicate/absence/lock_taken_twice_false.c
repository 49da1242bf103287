// expect: false(no-deadlock)
// options: --property no-deadlock
// One thread is enough for a deadlock.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_lock(&lock);
    if (__VERIFIER_nondet_int() == 12345)
        pthread_mutex_lock(&lock);
    return 0;
}
