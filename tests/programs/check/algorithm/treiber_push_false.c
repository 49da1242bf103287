// expect: false(unreach-call)
// The push stores where it should compare and exchange.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

static _Atomic(struct node *) top;

static void *push(void *value) {
    struct node *new = malloc(sizeof *new);
    new->value = *(int *)value;
    new->next = atomic_load(&top);
    atomic_store(&top, new);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int values[2] = {1, 2}, sum = 0;
    pthread_create(&a, NULL, push, &values[0]);
    pthread_create(&b, NULL, push, &values[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (struct node *n = top; n; n = n->next) sum += n->value;
    assert(sum == 3);
    return 0;
}
