// expect: unknown(not-modelled)
// A node that was popped and freed may come back as the next one that is pushed: a slow pop takes it for the old one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { int value; };

static struct node bottom;
static _Atomic(struct node *) top;
static int is_popped_slowly;

/// It has seen a node on top of the bottom, and goes on only now.
static void *pop_slowly(void *seen) {
    struct node *expected = seen;
    is_popped_slowly = atomic_compare_exchange_strong(&top, &expected, &bottom);
    return NULL;
}

int main(void) {
    struct node *first = malloc(sizeof *first), *expected = first;
    top = first;
    pthread_t t;
    pthread_create(&t, NULL, pop_slowly, first);
    int is_popped = atomic_compare_exchange_strong(&top, &expected, &bottom);
    if (is_popped) {
        free(first);
        top = malloc(sizeof *first);
    }
    pthread_join(t, NULL);
    assert(is_popped + is_popped_slowly == 1);
    return 0;
}
