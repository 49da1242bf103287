// expect: true
// Locks are taken in the order of their addresses, so no two threads wait for each other.
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void both(pthread_mutex_t *a, pthread_mutex_t *b) {
    if ((uintptr_t)b < (uintptr_t)a) {
        pthread_mutex_t *first = b;
        b = a;
        a = first;
    }
    pthread_mutex_lock(a);
    pthread_mutex_lock(b);
    x++;
    pthread_mutex_unlock(b);
    pthread_mutex_unlock(a);
}

static void *forth(void *argument) { both(&left, &right); return argument; }

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, forth, 0);
    both(&right, &left);
    pthread_join(t, 0);
    return x == 2 ? 0 : 1;
}
