// expect: true
// A conditional expression takes one of its values.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int sign(int x) {
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (sign(x) == 0) assert(x == 0);
    else if (x == 0) reach_error();
    return 0;
}
