// expect: true
// N dining philosophers who take the fork with the lower number first; neighbours never eat at once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif

static pthread_mutex_t forks[N];
static atomic_char eating[N];
static char seats[N];

static void *dine(void *seat) {
    int i = (char *)seat - seats, left = (i + N - 1) % N, right = (i + 1) % N;
    int low = i < right ? i : right, high = i < right ? right : i;
    for (;;) {
        pthread_mutex_lock(&forks[low]);
        pthread_mutex_lock(&forks[high]);
        eating[i] = 1;
        assert(!eating[left]);
        assert(!eating[right]);
        eating[i] = 0;
        pthread_mutex_unlock(&forks[high]);
        pthread_mutex_unlock(&forks[low]);
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], NULL);
    for (int i = 0; i < N; i++) pthread_create(&t, NULL, dine, &seats[i]);
    pthread_exit(NULL);
}
