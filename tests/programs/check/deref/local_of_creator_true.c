// expect: true
// A thread uses a variable of a function that waits for it.
#include <pthread.h>

static pthread_t t;

static void *thread(void *argument) {
    *(int *)argument = 1;
    return NULL;
}

static void start(void) {
    int local = 0;
    pthread_create(&t, NULL, thread, &local);
    pthread_join(t, NULL);
}

int main(void) {
    start();
    return 0;
}
