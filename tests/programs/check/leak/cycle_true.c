// expect: true
// options: --property valid-memtrack
// Two blocks that point to each other, and a global variable to one of them.
#include <stdlib.h>

struct node { struct node *other; };

static struct node *p;

int main(void) {
    p = malloc(sizeof *p);
    p->other = malloc(sizeof *p);
    p->other->other = p;
    p = p->other;
    return 0;
}
