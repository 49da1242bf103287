// expect: false(unreach-call)
// The value is out of date as soon as it is read.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *thread(void *argument) {
    sem_trywait(&s);
    return argument;
}

int main(void) {
    pthread_t t;
    int value;
    sem_init(&s, 0, 1);
    pthread_create(&t, NULL, thread, NULL);
    sem_getvalue(&s, &value);
    if (value > 0) assert(sem_trywait(&s) == 0);
    pthread_join(t, NULL);
    return 0;
}
