// expect: false(no-data-race)
// One thread sets the time until which another waits.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t semaphore;
static struct timespec until;

static void *set(void *unused) {
    until.tv_sec = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    sem_init(&semaphore, 0, 1);
    pthread_create(&t, NULL, set, NULL);
    sem_timedwait(&semaphore, &until);
    pthread_join(t, NULL);
    return 0;
}
