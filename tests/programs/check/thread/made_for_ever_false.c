// expect: false(unreach-call)
// Threads are made without end; three of them are enough.
#include <pthread.h>

extern void reach_error(void);

static int count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *arg) {
    pthread_mutex_lock(&mutex);
    if (++count == 3) reach_error();
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void) {
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, run, 0);
}
