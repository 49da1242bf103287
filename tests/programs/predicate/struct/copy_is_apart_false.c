// expect: false(unreach-call)
// The copy is changed, and expected to have stayed.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct pair { int a, b; };

int main(void) {
    struct pair p = {__VERIFIER_nondet_int(), 2}, q;
    q = p;
    q.b = 3;
    assert(q.a == p.a && q.b == 2);
    return 0;
}
