// expect: false(no-data-race)
// options: --property no-data-race
// The result is read before the join.
#include <pthread.h>

static int x;

static void *set(void *argument) {
    x = 1;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    int seen = x;
    pthread_join(t, NULL);
    return seen == 2;
}
