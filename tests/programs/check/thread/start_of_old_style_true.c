// expect: true
// A thread that says nothing of its parameters ignores what it is given.
#include <pthread.h>

static void *run() {
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    return 0;
}
