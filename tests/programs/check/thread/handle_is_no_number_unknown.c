// expect: unknown(not-modelled)
// What a handle is as a number is not known.
#include <assert.h>
#include <pthread.h>

static void *thread(void *argument) { return argument; }

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    assert(t % 2 == 0);
    pthread_join(t, NULL);
    return 0;
}
