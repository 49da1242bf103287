// expect: true
// The value is used after the thread that writes it is waited for.
#include <pthread.h>

static void *thread(void *argument) {
    *(int *)argument = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    int x;
    pthread_create(&t, NULL, thread, &x);
    pthread_join(t, NULL);
    int seen = x;
    return seen == 2;
}
