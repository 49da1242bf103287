// expect: true
// options: --except no-data-race
// Loads are not delayed beyond later stores.
#include <assert.h>
#include <pthread.h>

static int x, y, a, b;

static void *first(void *argument) {
    a = x;
    y = 1;
    return argument;
}

static void *second(void *argument) {
    b = y;
    x = 1;
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
