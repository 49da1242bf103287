// expect: unknown(not-modelled)
// The other thread may have freed what the new object is compared with before it was allocated.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static int *shared;

static void *end(void *argument) { free(argument); return 0; }

int main(void) {
    pthread_t t;
    int *old = malloc(sizeof *old);
    shared = old;
    pthread_create(&t, 0, end, old);
    int *new = malloc(sizeof *new);
    int is_below = (uintptr_t)new < (uintptr_t)old;
    free(new);
    pthread_join(t, 0);
    return is_below;
}
