// expect: true
// options: --except no-data-race
// Read in the opposite order of the stores, the first is there whenever the second is.
#include <assert.h>
#include <pthread.h>

static struct pair { int a, b; } shared;

static void *write_pair(void *argument) {
    shared.a = 1;
    shared.b = 1;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, write_pair, NULL);
    int b = shared.b, a = shared.a;
    assert(a >= b);
    pthread_join(t, NULL);
    return 0;
}
