// expect: true
// Two threads pop from a lock-free stack of two: each gets another node.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node { struct node *next; };

static struct node nodes[2] = {{&nodes[1]}, {NULL}};
static _Atomic(struct node *) top = &nodes[0];
static struct node *got[2];

static void *pop(void *result) {
    struct node *seen = top;
    while (!atomic_compare_exchange_strong(&top, &seen, seen->next)) {}
    *(struct node **)result = seen;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, pop, &got[0]);
    pthread_create(&b, NULL, pop, &got[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(got[0] != got[1] && top == NULL);
    return 0;
}
