// expect: false(valid-deref)
// options: --except no-data-race
// One thread frees what the other may still read.
#include <pthread.h>
#include <stdlib.h>

static int *p;

static void *thread(void *argument) {
    (void)argument;
    int seen = *p;
    return seen ? NULL : &p;
}

int main(void) {
    pthread_t t;
    p = malloc(sizeof *p);
    *p = 1;
    pthread_create(&t, NULL, thread, NULL);
    free(p);
    pthread_join(t, NULL);
    return 0;
}
