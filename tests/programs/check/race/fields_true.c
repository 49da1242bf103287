// expect: true
// options: --property no-data-race
// Different members of a struct do not race.
#include <pthread.h>

static struct { char a, b; } s;

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
