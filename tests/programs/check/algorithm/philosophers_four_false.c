// expect: false(no-deadlock)
// Four philosophers; the waiter lets all four to the table.
#include <pthread.h>
#include <semaphore.h>

enum { N = 4 };

static pthread_mutex_t forks[N];
static sem_t table;

static void *dine(void *own) {
    int i = (pthread_mutex_t *)own - forks;
    sem_wait(&table);
    pthread_mutex_lock(&forks[i]);
    pthread_mutex_lock(&forks[(i + 1) % N]);
    pthread_mutex_unlock(&forks[(i + 1) % N]);
    pthread_mutex_unlock(&forks[i]);
    sem_post(&table);
    return NULL;
}

int main(void) {
    pthread_t t[N];
    sem_init(&table, 0, N);
    for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], NULL);
    for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, dine, &forks[i]);
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    return 0;
}
