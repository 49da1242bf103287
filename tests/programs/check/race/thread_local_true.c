// expect: true
// options: --property no-data-race
// Thread-local variables do not race.
#include <pthread.h>

static _Thread_local int x;

static void *add(void *argument) {
    x++;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    x++;
    pthread_join(t, NULL);
    return 0;
}
