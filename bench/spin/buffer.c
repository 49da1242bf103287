// expect: true
// Two producers and two consumers of a buffer with N places, counted by semaphores.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef N
#define N 2
#endif

static sem_t places, items;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char buffer[N], in, out;
static char seats[2];

static void *produce(void *seat) {
    int value = 1 + ((char *)seat - seats);
    for (;;) {
        sem_wait(&places);
        pthread_mutex_lock(&lock);
        int at = in;
        buffer[at] = value;
        in = (at + 1) % N;
        pthread_mutex_unlock(&lock);
        sem_post(&items);
    }
    return NULL;
}

static void *consume(void *argument) {
    for (;;) {
        sem_wait(&items);
        pthread_mutex_lock(&lock);
        int at = out, value = buffer[at];
        assert(value == 1 || value == 2);
        buffer[at] = 0;
        out = (at + 1) % N;
        pthread_mutex_unlock(&lock);
        sem_post(&places);
    }
    return argument;
}

int main(void) {
    pthread_t t;
    sem_init(&places, 0, N);
    sem_init(&items, 0, 0);
    for (int i = 0; i < 2; i++) pthread_create(&t, NULL, produce, &seats[i]);
    for (int i = 0; i < 2; i++) pthread_create(&t, NULL, consume, NULL);
    pthread_exit(NULL);
}
