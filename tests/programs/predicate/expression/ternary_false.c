// expect: false(unreach-call)
// The nested one has its conditions in the wrong order.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int sign(int x) {
    return x >= 0 ? 1 : x == 0 ? 0 : -1;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (sign(x) == 0) assert(x == 0);
    else if (x == 0) reach_error();
    return 0;
}
