// expect: true
// The same field of two structs: a store to one leaves the other.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

struct node { int value; };

int main(void) {
    struct node a = {1}, b = {2};
    struct node *p = __VERIFIER_nondet_bool() ? &a : &b, *q = p == &a ? &b : &a;
    p->value = 10;
    q->value = 20;
    assert(p->value == 10);
    return 0;
}
