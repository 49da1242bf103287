// expect: false(valid-free)
// options: --except no-data-race
// Both threads may find the pointer set and free the block.
#include <pthread.h>
#include <stdlib.h>

static char *p;

static void *release(void *argument) {
    char *seen = p;
    if (seen) {
        p = NULL;
        free(seen);
    }
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
