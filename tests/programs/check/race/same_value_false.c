// expect: false(no-data-race)
// options: --property no-data-race
// Two threads store the same value: still a race.
#include <pthread.h>

static int x;

static void *set(void *argument) {
    x = 1;
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, set, NULL);
    pthread_create(&b, NULL, set, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
