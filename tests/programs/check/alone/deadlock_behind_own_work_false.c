// expect: false(no-deadlock)
// options: --por alone
// Two threads work on their own, and then take two locks in different orders.
#include <pthread.h>

static int own[2];
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
    long me = (long)argument;
    own[me] = 1;
    pthread_mutex_lock(me ? &a : &b);
    own[me]++;
    pthread_mutex_lock(me ? &b : &a);
    own[me]++;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, work, (void *)0);
    pthread_create(&two, 0, work, (void *)1);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
