// expect: true
// options: --except no-data-race
// Under sequential consistency one of the two loads sees the other thread's store.
#include <assert.h>
#include <pthread.h>

static int x, y, a, b;

static void *first(void *argument) {
    x = 1;
    a = y;
    return argument;
}

static void *second(void *argument) {
    y = 1;
    b = x;
    return argument;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, first, NULL);
    pthread_create(&t, NULL, second, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    assert(a == 1 || b == 1);
    return 0;
}
