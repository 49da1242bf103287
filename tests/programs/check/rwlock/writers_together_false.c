// expect: false(no-deadlock)
// Two writers may not hold the lock at once: each waits for the other inside.
#include <pthread.h>
#include <semaphore.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t inside[2];

static void write_with(int own) {
    pthread_rwlock_wrlock(&lock);
    sem_post(&inside[own]);
    sem_wait(&inside[1 - own]);
    pthread_rwlock_unlock(&lock);
}

static void *thread(void *argument) {
    write_with(1);
    return argument;
}

int main(void) {
    pthread_t t;
    sem_init(&inside[0], 0, 0);
    sem_init(&inside[1], 0, 0);
    pthread_create(&t, NULL, thread, NULL);
    write_with(0);
    pthread_join(t, NULL);
    return 0;
}
