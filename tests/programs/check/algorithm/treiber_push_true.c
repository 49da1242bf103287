// expect: true
// Two threads push to a lock-free stack, and no node is lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

static _Atomic(struct node *) top;

static void *push(void *value) {
    struct node *new = malloc(sizeof *new);
    new->value = *(int *)value;
    new->next = top;
    while (!atomic_compare_exchange_strong(&top, &new->next, new)) {}
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int values[2] = {1, 2}, sum = 0;
    pthread_create(&a, NULL, push, &values[0]);
    pthread_create(&b, NULL, push, &values[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (struct node *n = top, *next; n; n = next) {
        next = n->next;
        sum += n->value;
        free(n);
    }
    assert(sum == 3);
    return 0;
}
