// KEYS integers are inserted into a sorted list of allocated nodes, which is sorted and as long as that afterwards.
#include <assert.h>
#include <stdlib.h>

#ifndef KEYS
#define KEYS 4
#endif

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    int count = 0;
    for (int i = 0; i < KEYS; i++) {
        struct node *new = malloc(sizeof *new), **at = &head;
        if (!new)
            return 1;
        new->key = __VERIFIER_nondet_int();
        while (*at && (*at)->key < new->key)
            at = &(*at)->next;
        new->next = *at;
        *at = new;
    }
    while (head) {
        struct node *next = head->next;
        assert(!next || head->key <= next->key);
        free(head);
        head = next;
        count++;
    }
    assert(count == KEYS);
    return 0;
}
