// expect: false(no-deadlock)
// Two wait, one post.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *thread(void *argument) {
    sem_wait(&s);
    return argument;
}

int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 0);
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    sem_post(&s);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
