// expect: true
// options: --property valid-memtrack,valid-memcleanup
// The test and the store are one step for the others.
#include <pthread.h>
#include <stdlib.h>

static char *p;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *thread(void *argument) {
    (void)argument;
    pthread_mutex_lock(&m);
    if (!p) p = malloc(1);
    pthread_mutex_unlock(&m);
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
