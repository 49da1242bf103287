// expect: false(unreach-call)
// options: --except no-data-race
// Both loads may see the stores.
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
    assert(a == 0 || b == 0);
    return 0;
}
