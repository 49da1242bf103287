// expect: true
// A list is sorted by keys that are inputs.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node { int key; struct node *next; };

int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 3; i++) {
        struct node *new = malloc(sizeof *new);
        if (!new) return 0;
        new->key = __VERIFIER_nondet_int();
        struct node **at = &head;
        while (*at && (*at)->key < new->key) at = &(*at)->next;
        new->next = *at;
        *at = new;
    }
    for (struct node *it = head; it && it->next; it = it->next) assert(it->key <= it->next->key);
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
