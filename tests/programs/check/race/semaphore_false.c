// expect: false(no-data-race)
// options: --property no-data-race
// The semaphore starts at one, so the wait does not order anything.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int x;

static void *set(void *argument) {
    x = 1;
    sem_post(&s);
    return argument;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 1);
    pthread_create(&t, NULL, set, NULL);
    sem_wait(&s);
    x = 2;
    pthread_join(t, NULL);
    return 0;
}
