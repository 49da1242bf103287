// expect: false(no-deadlock)
// Two philosophers, each takes the left fork first.
#include <pthread.h>

enum { N = 2 };

static pthread_mutex_t forks[N];

static void *dine(void *own) {
    int i = (pthread_mutex_t *)own - forks;
    pthread_mutex_lock(&forks[i]);
    pthread_mutex_lock(&forks[(i + 1) % N]);
    pthread_mutex_unlock(&forks[(i + 1) % N]);
    pthread_mutex_unlock(&forks[i]);
    return NULL;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], NULL);
    for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, dine, &forks[i]);
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    return 0;
}
