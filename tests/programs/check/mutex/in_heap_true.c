// expect: true
// A lock in an allocated record, initialised and destroyed by calls.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct counter { pthread_mutex_t lock; int value; };

static void *add(void *argument) {
    struct counter *c = argument;
    pthread_mutex_lock(&c->lock);
    c->value++;
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    struct counter *c = malloc(sizeof *c);
    c->value = 0;
    pthread_mutex_init(&c->lock, NULL);
    pthread_create(&a, NULL, add, c);
    pthread_create(&b, NULL, add, c);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(c->value == 2);
    pthread_mutex_destroy(&c->lock);
    free(c);
    return 0;
}
