// expect: false(valid-memcleanup)
// options: --property valid-memcleanup
// The loop that frees a list stops one node early.
#include <stdlib.h>

extern int evercheck_choose(int, int);

struct node { struct node *next; };

int main(void) {
    struct node *list = NULL;
    for (int n = evercheck_choose(0, 5); n > 0; n--) {
        struct node *new = malloc(sizeof *new);
        new->next = list;
        list = new;
    }
    while (list && list->next) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
