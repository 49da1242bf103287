// expect: false(unreach-call)
// options: --except no-data-race
// __sync_bool_compare_and_swap may fail, and nobody tries again.
#include <assert.h>
#include <pthread.h>

static int x;

static void *add(void *argument) {
    int seen = x;
    __sync_bool_compare_and_swap(&x, seen, seen + 1);
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2);
    return 0;
}
