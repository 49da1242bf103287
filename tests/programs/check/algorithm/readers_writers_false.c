// expect: false(unreach-call)
// options: --except no-data-race
// Readers and a writer: the first reader to leave lets the writer in.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t room;
static int readers, left, a, b;

static void *reader(void *argument) {
    pthread_mutex_lock(&count_lock);
    if (++readers == 1) sem_wait(&room);
    pthread_mutex_unlock(&count_lock);
    assert(a == b);
    pthread_mutex_lock(&count_lock);
    if (++left == 1) sem_post(&room);
    pthread_mutex_unlock(&count_lock);
    return argument;
}

static void *writer(void *argument) {
    sem_wait(&room);
    a++;
    b++;
    sem_post(&room);
    return argument;
}

int main(void) {
    pthread_t t[3];
    sem_init(&room, 0, 1);
    pthread_create(&t[0], NULL, reader, NULL);
    pthread_create(&t[1], NULL, reader, NULL);
    pthread_create(&t[2], NULL, writer, NULL);
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    return 0;
}
