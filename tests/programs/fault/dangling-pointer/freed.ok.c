// The next element is kept before one is freed.
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
    for (struct node *n = list, *next; n; n = next) {
        sum += n->value;
        next = n->next;
        free(n);
    }
    return sum;
}
