// expect: false(no-data-race)
// options: --property no-data-race
// Two threads write to one allocated object.
#include <pthread.h>
#include <stdlib.h>

static void *set(void *p) {
    *(int *)p = 1;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int *p = malloc(sizeof *p);
    pthread_create(&a, NULL, set, p);
    pthread_create(&b, NULL, set, p);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(p);
    return 0;
}
