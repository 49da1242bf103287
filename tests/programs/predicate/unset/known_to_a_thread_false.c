// expect: false(no-uninitialised-read)
// options: --property no-uninitialised-read
#include <pthread.h>

static void *start(void *argument) {
    int *number = argument;
    return (void *)(long)(*number + 1 > 0);
}

int main(void) {
    pthread_t thread;
    int number;
    pthread_create(&thread, 0, start, &number);
    pthread_join(thread, 0);
    return 0;
}
