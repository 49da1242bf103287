// expect: false(no-data-race)
// options: --property no-data-race
// The giver still writes to the object that it handed over.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) handed;

static void *give(void *argument) {
    int *p = malloc(sizeof *p);
    *p = 1;
    handed = p;
    *p = 2;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, give, NULL);
    int *p;
    while (!(p = handed)) {}
    *p += 1;
    pthread_join(t, NULL);
    free(p);
    return 0;
}
