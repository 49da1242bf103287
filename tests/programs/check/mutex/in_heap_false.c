// expect: false(valid-deref)
// options: --except no-data-race
// The record with the lock is freed while a thread may still use it.
#include <pthread.h>
#include <stdlib.h>

struct counter { pthread_mutex_t lock; int value; };

static void *add(void *argument) {
    struct counter *c = argument;
    c->value++;
    return NULL;
}

int main(void) {
    pthread_t a;
    struct counter *c = malloc(sizeof *c);
    c->value = 0;
    pthread_mutex_init(&c->lock, NULL);
    pthread_create(&a, NULL, add, c);
    pthread_mutex_destroy(&c->lock);
    free(c);
    pthread_join(a, NULL);
    return 0;
}
