// expect: true
// Treiber's stack: N threads push a node each and pop one. Nodes are not freed, so no address is met twice.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef N
#define N 3
#endif

struct node { struct node *next; char value; };

static struct node *_Atomic top;
static atomic_char taken[N];
static char seats[N];

static void *use(void *seat) {
    struct node *node = malloc(sizeof *node);
    node->value = (char *)seat - seats;
    do node->next = top;
    while (!atomic_compare_exchange_strong(&top, &node->next, node));
    struct node *first;
    do {
        first = top;
        assert(first);
    } while (!atomic_compare_exchange_strong(&top, &(struct node *){first}, first->next));
    assert(atomic_fetch_add(&taken[first->value], 1) == 0);
    return NULL;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < N; i++) pthread_create(&t, NULL, use, &seats[i]);
    pthread_exit(NULL);
}
