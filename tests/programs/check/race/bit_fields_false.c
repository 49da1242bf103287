// expect: false(no-data-race)
// options: --property no-data-race
// Bit-fields next to one another are one memory location.
#include <pthread.h>

static struct { unsigned a : 3, b : 5; } s;

static void *set(void *argument) {
    s.a = 1;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    s.b = 1;
    pthread_join(t, NULL);
    return 0;
}
