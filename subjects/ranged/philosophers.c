// expect: true
// N dining philosophers who take the fork with the lower number first, and eat once. With -DCHOICE each sets a field
// of its own to a chosen integer from 1 to 5 while eating.
#include <pthread.h>
#include <stdlib.h>

#ifndef N
#define N 3
#endif

extern int evercheck_choose(int, int);

static pthread_mutex_t forks[N];

struct philosopher { int seat, field; };

static void *dine(void *argument) {
    struct philosopher *self = argument;
    int i = self->seat, right = (i + 1) % N;
    int low = i < right ? i : right, high = i < right ? right : i;
    pthread_mutex_lock(&forks[low]);
    pthread_mutex_lock(&forks[high]);
#ifdef CHOICE
    self->field = evercheck_choose(1, 5);
#endif
    pthread_mutex_unlock(&forks[high]);
    pthread_mutex_unlock(&forks[low]);
    free(self);
    return NULL;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], NULL);
    for (int i = 0; i < N; i++) {
        struct philosopher *new = malloc(sizeof *new);
        new->seat = i;
        new->field = 0;
        pthread_create(&t, NULL, dine, new);
    }
    pthread_exit(NULL);
}
