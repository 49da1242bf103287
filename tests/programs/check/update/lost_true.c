// expect: true
// options: --except no-data-race
// At least one addition is seen.
#include <assert.h>
#include <pthread.h>

static int x;

static void *add(void *argument) {
    x++;
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 1 || x == 2);
    return 0;
}
