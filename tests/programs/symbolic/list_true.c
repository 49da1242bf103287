// expect: true
// options: --property valid-deref,valid-free,valid-memtrack,unreach-call,no-overflow
// A list whose elements are inputs.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node { int value; struct node *next; };
int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 5; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
    }
    int positive = 0;
    for (struct node *at = list; at; at = at->next) positive += at->value > 0;
    assert(positive <= 5);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
