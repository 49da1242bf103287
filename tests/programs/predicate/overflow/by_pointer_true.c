// expect: true
// options: --property no-overflow
// A negative through a function pointer, of what has one.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int same(int x) { return x; }
static int opposite(int x) { return -x; }
int main(void) {
    int x = __VERIFIER_nondet_int();
    int (*f)(int) = x > 0 ? opposite : same;
    return f(x);
}
