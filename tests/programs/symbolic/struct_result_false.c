// expect: false(unreach-call)
// Structs with inputs are passed and returned.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern int evercheck_choose(int, int);

struct point { short x; int y; };
static struct point moved(struct point p, int by) {
    p.x += by;
    return p;
}

int main(void) {
    struct point p = {evercheck_choose(-5, 5), __VERIFIER_nondet_int()};
    p = moved(p, 3);
    assert(p.x != 8 || p.y != -1);
    return 0;
}
