// expect: true
// A list of three nodes: its sum is that of the inputs.
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct node { unsigned value; struct node *next; };

static struct node *push(struct node *list, unsigned value) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(0);
    n->value = value;
    n->next = list;
    return n;
}

int main(void) {
    unsigned a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), c = __VERIFIER_nondet_uchar(), sum = 0;
    struct node *list = push(push(push(NULL, a), b), c);
    for (struct node *n = list; n; n = n->next) sum += n->value;
    assert(sum == a + b + c);
    return 0;
}
