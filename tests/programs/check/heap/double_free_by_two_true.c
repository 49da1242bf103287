// expect: true
// Exactly one of the threads takes the pointer.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(char *) p;

static void *release(void *argument) {
    char *seen = atomic_exchange(&p, NULL);
    if (seen) free(seen);
    return argument;
}

int main(void) {
    pthread_t a, b;
    p = malloc(1);
    pthread_create(&a, NULL, release, NULL);
    pthread_create(&b, NULL, release, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
