// Use after free.
#include <stdlib.h>

struct node { int value; struct node *next; };

int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = list;
        list = n;
    }
    int sum = 0;
    for (struct node *n = list; n; n = n->next) { // FAULT
        sum += n->value;
        free(n);
    }
    return sum;
}
