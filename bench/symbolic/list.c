#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int key; struct node *next; };
int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 5; i++) {
        struct node *n = malloc(sizeof *n);
        n->key = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    /* Remove all that are negative. */
    struct node **at = &list;
    while (*at) {
        struct node *n = *at;
        if (n->key < 0) { *at = n->next; free(n); }
        else at = &n->next;
    }
    int sum = 0;
    for (struct node *n = list; n; n = n->next) if (n->key < 1000) sum += n->key;
    while (list) { struct node *n = list->next; free(list); list = n; }
    return sum < 0;
}
