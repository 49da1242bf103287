// expect: false(no-data-race)
// The value of a semaphore is stored in the step that asks for it, while another thread reads there.
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int value;

static void *reader(void *unused) {
    return value ? unused : NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&semaphore, 0, 1);
    pthread_create(&t, NULL, reader, NULL);
    sem_getvalue(&semaphore, &value);
    pthread_join(t, NULL);
    return 0;
}
