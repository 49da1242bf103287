// expect: true
// Three philosophers, each takes the fork with the lower number first.
#include <pthread.h>

enum { N = 3 };

static pthread_mutex_t forks[N];

static void *dine(void *own) {
    int i = (pthread_mutex_t *)own - forks, j = (i + 1) % N;
    int low = i < j ? i : j, high = i < j ? j : i;
    pthread_mutex_lock(&forks[low]);
    pthread_mutex_lock(&forks[high]);
    pthread_mutex_unlock(&forks[high]);
    pthread_mutex_unlock(&forks[low]);
    return NULL;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], NULL);
    for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, dine, &forks[i]);
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    return 0;
}
