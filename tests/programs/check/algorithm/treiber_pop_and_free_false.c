// expect: false(valid-deref)
// options: --except no-data-race
// A node is freed by the thread that popped it while the other still reads its link.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { struct node *next; };

static _Atomic(struct node *) top;

static void *pop(void *argument) {
    struct node *seen = top;
    while (!atomic_compare_exchange_strong(&top, &seen, seen->next)) {}
    free(seen);
    return argument;
}

int main(void) {
    pthread_t a, b;
    for (int i = 0; i < 2; i++) {
        struct node *new = malloc(sizeof *new);
        new->next = top;
        top = new;
    }
    pthread_create(&a, NULL, pop, NULL);
    pthread_create(&b, NULL, pop, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
