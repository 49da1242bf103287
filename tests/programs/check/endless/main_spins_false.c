// expect: false(unreach-call)
// The main thread counts in a circle for ever, and the other fails.
#include <assert.h>
#include <pthread.h>

static int x;

static void *thread(void *argument) {
    x++;
    assert(x != 1);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    for (unsigned char n = 0;; n++) {}
}
