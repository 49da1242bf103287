// expect: true
// Two struct types that begin alike: the common field is reached through either.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct base { int kind; };
struct derived { struct base base; int extra; };

static void set_kind(struct base *b, int kind) {
    b->kind = kind;
}

int main(void) {
    struct derived d = {{1}, 2};
    int kind = __VERIFIER_nondet_int();
    set_kind(&d.base, kind);
    struct base *b = (struct base *)&d;
    assert(b->kind == kind && d.base.kind == kind && d.extra == 2);
    return 0;
}
