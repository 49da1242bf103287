// expect: true
// Readers and writers, N of each: the first reader takes the room, the last one leaves it (Courtois, Heymans, Parnas).
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef N
#define N 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t room;
static char readers, writing;

static void *read_it(void *argument) {
    for (;;) {
        pthread_mutex_lock(&lock);
        int before = readers;
        readers = before + 1;
        if (before == 0) sem_wait(&room);
        pthread_mutex_unlock(&lock);
        assert(!writing);
        pthread_mutex_lock(&lock);
        int left = readers - 1;
        readers = left;
        if (left == 0) sem_post(&room);
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

static void *write_it(void *argument) {
    for (;;) {
        sem_wait(&room);
        assert(!writing);
        writing = 1;
        writing = 0;
        sem_post(&room);
    }
    return argument;
}

int main(void) {
    pthread_t t;
    sem_init(&room, 0, 1);
    for (int i = 0; i < N; i++) pthread_create(&t, NULL, read_it, NULL);
    for (int i = 0; i < N; i++) pthread_create(&t, NULL, write_it, NULL);
    pthread_exit(NULL);
}
