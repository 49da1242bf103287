// expect: true
// The main thread starts N threads and ends. Each thread updates a field of its own and ends.
#include <pthread.h>

#ifndef N
#define N 3
#endif

static struct worker { int field; } workers[N];

static void *work(void *argument) {
    struct worker *self = argument;
    self->field++;
    return NULL;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < N; i++) pthread_create(&t, NULL, work, &workers[i]);
    pthread_exit(NULL);
}
