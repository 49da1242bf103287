// expect: false(valid-memtrack)
// options: --property valid-memtrack
// Two blocks that point to each other and to which nothing else points.
#include <stdlib.h>

struct node { struct node *other; };

static struct node *p;

int main(void) {
    p = malloc(sizeof *p);
    p->other = malloc(sizeof *p);
    p->other->other = p;
    p = NULL;
    return 0;
}
