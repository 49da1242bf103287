// expect: false(no-deadlock)
// The main thread has ended, and nobody is left to post.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *thread(void *argument) {
    sem_wait(&s);
    return argument;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, thread, NULL);
    pthread_exit(NULL);
}
