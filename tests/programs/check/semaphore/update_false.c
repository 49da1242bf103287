// expect: false(unreach-call)
// options: --except no-data-race
// A semaphore of two lets both in.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int x;

static void *add(void *argument) {
    sem_wait(&s);
    x++;
    sem_post(&s);
    return argument;
}

int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 2);
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2);
    return 0;
}
