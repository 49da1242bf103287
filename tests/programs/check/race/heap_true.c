// expect: true
// options: --property no-data-race
// Each thread writes to an allocated object of its own.
#include <pthread.h>
#include <stdlib.h>

static void *set(void *argument) {
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, set, NULL);
    pthread_create(&b, NULL, set, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
