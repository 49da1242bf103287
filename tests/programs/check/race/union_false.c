// expect: false(no-data-race)
// options: --property no-data-race
// Two members of a union share their bytes.
#include <pthread.h>

static union { int whole; char bytes[4]; } u;

static void *set(void *argument) {
    u.bytes[2] = 1;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    u.whole = 0;
    pthread_join(t, NULL);
    return 0;
}
