// expect: false(valid-memtrack)
// options: --property valid-memtrack
// Both threads may see the null pointer, and the second to store loses the block of the first.
#include <pthread.h>
#include <stdlib.h>

static char *p;

static void *thread(void *argument) {
    (void)argument;
    if (!p) p = malloc(1);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(p);
    return 0;
}
