// expect: false(unreach-call)
// A function changes the caller's struct through a pointer.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct point { int x, y; };

static int shifted(struct point *p) {
    p->x = 0;
    return p->y;
}

int main(void) {
    struct point p = {__VERIFIER_nondet_int(), 7};
    int x = p.x;
    assert(shifted(&p) == 7);
    if (p.x != x) reach_error();
    return 0;
}
