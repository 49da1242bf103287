// expect: false(unreach-call)
// One of two gets the semaphore, the other does not wait.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *thread(void *argument) {
    assert(sem_trywait(&s) == 0);
    return argument;
}

int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 1);
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
