// expect: false(unreach-call)
// options: --except no-data-race
// Without a lock one of the nodes may be lost.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

static struct node *list;

static void *insert(void *value) {
    struct node *new = malloc(sizeof *new);
    new->value = *(int *)value;
    new->next = list;
    list = new;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    int values[2] = {1, 2}, sum = 0;
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, insert, &values[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    for (; list; list = list->next) sum += list->value;
    assert(sum == 3);
    return 0;
}
