// expect: true
// Two nodes that point to each other: going there and back leads to the start.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node { struct node *other; int value; };

int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    if (!a || !b) return 0;
    a->other = b;
    b->other = a;
    a->value = __VERIFIER_nondet_int();
    b->value = 0;
    assert(a->other->other->value == a->value);
    return 0;
}
