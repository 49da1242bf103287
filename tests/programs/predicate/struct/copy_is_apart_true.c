// expect: true
// A struct copied by assignment is another: the original stays.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct pair { int a, b; };

int main(void) {
    struct pair p = {__VERIFIER_nondet_int(), 2}, q;
    q = p;
    q.b = 3;
    assert(q.a == p.a && p.b == 2);
    return 0;
}
