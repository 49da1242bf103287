// expect: false(unreach-call)
// The error function counts however it is called: here a thread begins with it.
#include <pthread.h>
#include <stddef.h>

void *reach_error(void *argument) {
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reach_error, NULL);
    pthread_join(t, NULL);
    return 0;
}
