// expect: false(unreach-call)
// The insertion goes by the wrong comparison.
#include <assert.h>
#include <stdlib.h>

extern int evercheck_choose(int, int);

struct node { int value; struct node *next; };

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *new = malloc(sizeof *new), **at = &list;
        new->value = evercheck_choose(0, 2);
        while (*at && (*at)->value != new->value) at = &(*at)->next;
        new->next = *at;
        *at = new;
    }
    for (struct node *n = list; n->next; n = n->next) assert(n->value <= n->next->value);
    return 0;
}
