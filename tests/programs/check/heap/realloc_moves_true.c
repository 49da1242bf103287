// expect: true
// The thread that uses the block waits for the one that makes it larger, and the contents are kept.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *p;

static void *grow(void *argument) {
    p = realloc(p, 40);
    return argument;
}

int main(void) {
    pthread_t t;
    p = malloc(sizeof *p);
    p[0] = 3;
    pthread_create(&t, NULL, grow, NULL);
    pthread_join(t, NULL);
    p[9] = 1;
    assert(p[0] == 3);
    free(p);
    return 0;
}
