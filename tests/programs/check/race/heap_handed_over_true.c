// expect: true
// options: --property no-data-race
// An object is handed over through an atomic pointer.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) handed;

static void *give(void *argument) {
    int *p = malloc(sizeof *p);
    *p = 1;
    handed = p;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, give, NULL);
    int *p;
    while (!(p = handed)) {}
    *p += 1;
    free(p);
    pthread_join(t, NULL);
    return 0;
}
