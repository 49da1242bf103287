// expect: true
// options: --property no-data-race
// A bit-field of width zero makes two memory locations.
#include <pthread.h>

static struct { unsigned a : 3, : 0, b : 5; } s;

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
