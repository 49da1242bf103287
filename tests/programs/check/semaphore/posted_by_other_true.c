// expect: true
// A semaphore may be posted by another thread than the one that waited, and remembers early posts.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int x;

static void *thread(void *argument) {
    x = 1;
    sem_post(&s);
    return argument;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, thread, NULL);
    sem_wait(&s);
    assert(x == 1);
    pthread_join(t, NULL);
    return 0;
}
