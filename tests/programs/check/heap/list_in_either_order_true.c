// expect: true
// A list whose two nodes come in either order of allocation and of insertion.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct node *list;

static void *insert(void *value) {
    struct node *new = malloc(sizeof *new);
    new->value = *(int *)value;
    pthread_mutex_lock(&m);
    new->next = list;
    list = new;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    int values[2] = {1, 2}, sum = 0;
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, insert, &values[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    while (list) {
        struct node *next = list->next;
        sum += list->value;
        free(list);
        list = next;
    }
    assert(sum == 3);
    return 0;
}
