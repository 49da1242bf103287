// expect: true
// options: --property no-data-race
// What came before a post is ordered before what comes after the wait.
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
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, set, NULL);
    sem_wait(&s);
    x = 2;
    pthread_join(t, NULL);
    return 0;
}
