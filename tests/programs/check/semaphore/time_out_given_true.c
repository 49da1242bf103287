// expect: true
// A time that is there, and that others only read.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t semaphore;
static const struct timespec until = {1, 0};

static void *wait(void *unused) {
    sem_timedwait(&semaphore, &until);
    return unused;
}

int main(void) {
    pthread_t t;
    sem_init(&semaphore, 0, 1);
    pthread_create(&t, NULL, wait, NULL);
    wait(NULL);
    pthread_join(t, NULL);
    return 0;
}
