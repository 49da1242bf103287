// expect: true
// A thread loops for ever without a shared access, and the other ends the program.
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
    assert(x == 1);
    return 0;
}
