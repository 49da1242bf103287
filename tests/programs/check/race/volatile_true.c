// expect: true
// options: --property no-data-race
// The flag is atomic.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop;

static void *thread(void *argument) {
    stop = 1;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    while (!stop) {}
    pthread_join(t, NULL);
    return 0;
}
