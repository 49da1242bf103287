// expect: unknown(not-modelled)
// A thread calls a function that is nowhere defined.
#include <pthread.h>

extern int ask_device(int);

static int x;

static void *thread(void *argument) {
    x = ask_device(1);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    return 0;
}
