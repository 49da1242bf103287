// expect: true
// options: --property no-data-race
// Reads do not race with each other.
#include <pthread.h>

static int x;

static void *get(void *result) {
    *(int *)result = x;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int seen[2];
    x = 1;
    pthread_create(&a, NULL, get, &seen[0]);
    pthread_create(&b, NULL, get, &seen[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return seen[0] != seen[1];
}
