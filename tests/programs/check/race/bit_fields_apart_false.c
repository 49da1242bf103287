// expect: false(no-data-race)
// Adjacent bit-fields are one memory location, however far apart: a store to `middle` writes all four bytes.
#include <pthread.h>

static struct { unsigned first : 4, middle : 20, last : 4; } flags;

static void *set_last(void *arg) {
    flags.last = 1;
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, set_last, NULL);
    flags.first = 1;
    pthread_join(thread, NULL);
    return 0;
}
