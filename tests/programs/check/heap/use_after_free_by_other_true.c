// expect: true
// The block is freed when the reader has ended.
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
    pthread_join(t, NULL);
    free(p);
    return 0;
}
