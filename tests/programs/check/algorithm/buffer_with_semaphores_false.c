// expect: false(unreach-call)
// options: --except no-data-race
// The semaphore lets three items into two places.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t places, items;
static int buffer[2];

static void *produce(void *argument) {
    for (int i = 0; i < 4; i++) {
        sem_wait(&places);
        buffer[i % 2] = i;
        sem_post(&items);
    }
    return argument;
}

int main(void) {
    pthread_t t;
    sem_init(&places, 0, 3);
    sem_init(&items, 0, 0);
    pthread_create(&t, NULL, produce, NULL);
    for (int i = 0; i < 4; i++) {
        sem_wait(&items);
        assert(buffer[i % 2] == i);
        sem_post(&places);
    }
    pthread_join(t, NULL);
    return 0;
}
