// expect: true
// options: --property no-data-race
// An atomic store and an atomic load of a plain variable; the plain load comes after the join.
#include <pthread.h>

static int x;

static void *set(void *argument) {
    __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    int seen = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
    pthread_join(t, NULL);
    return seen + x == 5;
}
