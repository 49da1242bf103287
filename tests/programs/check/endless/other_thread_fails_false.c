// expect: false(unreach-call)
// A thread loops for ever without a shared access, and the other must still be looked at.
#include <assert.h>
#include <pthread.h>

static int x;

static void *spin(void *argument) {
    for (;;) {}
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, spin, NULL);
    x = 1;
    assert(x == 0);
    return 0;
}
