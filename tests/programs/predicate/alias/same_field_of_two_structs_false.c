// expect: false(unreach-call)
// Both pointers may be to the same struct.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

struct node { int value; };

int main(void) {
    struct node a = {1}, b = {2};
    struct node *p = __VERIFIER_nondet_bool() ? &a : &b, *q = __VERIFIER_nondet_bool() ? &b : &a;
    p->value = 10;
    q->value = 20;
    assert(p->value == 10);
    return 0;
}
