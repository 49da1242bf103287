// expect: false(valid-deref)
// options: --except no-data-race
// One thread makes the block larger while the other holds the old address.
#include <pthread.h>
#include <stdlib.h>

static int *p;

static void *grow(void *argument) {
    p = realloc(p, 40000);
    return argument;
}

int main(void) {
    pthread_t t;
    p = calloc(1, sizeof *p);
    int *old = p;
    pthread_create(&t, NULL, grow, NULL);
    old[0] = 1;
    pthread_join(t, NULL);
    free(p);
    return 0;
}
