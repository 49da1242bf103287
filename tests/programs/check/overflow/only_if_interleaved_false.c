// expect: false(no-overflow)
// options: --except no-data-race
// The limit is checked, but another thread may add between the check and the addition.
#include <limits.h>
#include <pthread.h>

static int x = INT_MAX - 1;

static void *thread(void *argument) {
    (void)argument;
    if (x < INT_MAX) x++;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
