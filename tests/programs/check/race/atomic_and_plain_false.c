// expect: false(no-data-race)
// options: --property no-data-race
// An atomic store and a plain load race.
#include <pthread.h>

static int x;

static void *set(void *argument) {
    __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    int seen = x;
    pthread_join(t, NULL);
    return seen == 2;
}
