// expect: false(no-data-race)
// options: --por alone
// Two threads race after each has worked on its own.
#include <pthread.h>

static int own[2], shared;

static void *work(void *argument) {
    long me = (long)argument;
    for (int i = 0; i < 3; i++)
        own[me] += i;
    shared = own[me];
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, work, (void *)0);
    pthread_create(&two, 0, work, (void *)1);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
