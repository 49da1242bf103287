// expect: false(valid-deref)
// options: --except no-data-race
// A thread uses a variable of a function that may have returned.
#include <pthread.h>

static pthread_t t;

static void *thread(void *argument) {
    *(int *)argument = 1;
    return NULL;
}

static void start(void) {
    int local = 0;
    pthread_create(&t, NULL, thread, &local);
}

int main(void) {
    start();
    pthread_join(t, NULL);
    return 0;
}
