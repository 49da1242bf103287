// expect: true
// An inner struct is assigned as a whole; its neighbours stay.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct inner { int a, b; };
struct outer { int before; struct inner in; int after; };

int main(void) {
    struct outer o = {1, {2, 3}, 4};
    struct inner i = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    o.in = i;
    assert(o.before == 1 && o.after == 4);
    assert(o.in.a == i.a && o.in.b == i.b);
    return 0;
}
