// expect: false(no-undefined-behaviour)
// A thread is given one argument.
#include <pthread.h>

static void *run(void *first, void *second) {
    return first;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, (void *(*)(void *))run, 0);
    pthread_join(thread, 0);
    return 0;
}
