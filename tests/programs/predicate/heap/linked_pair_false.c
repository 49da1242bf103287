// expect: false(unreach-call)
// One of the links is to the node itself.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node { struct node *other; int value; };

int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    if (!a || !b) return 0;
    a->other = b;
    b->other = b;
    a->value = __VERIFIER_nondet_int();
    b->value = 0;
    assert(a->other->other->value == a->value);
    return 0;
}
