// expect: true
// pthread_exit ends the main thread only; the other runs on.
#include <assert.h>
#include <pthread.h>

static int x;

static void *thread(void *argument) {
    x++;
    assert(x == 1);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_exit(NULL);
}
