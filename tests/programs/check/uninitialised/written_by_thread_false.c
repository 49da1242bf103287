// expect: false(no-uninitialised-read)
// options: --except no-data-race
// The value is used before the thread that writes it is waited for.
#include <pthread.h>

static void *thread(void *argument) {
    *(int *)argument = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    int x;
    pthread_create(&t, NULL, thread, &x);
    int seen = x;
    pthread_join(t, NULL);
    return seen == 2;
}
