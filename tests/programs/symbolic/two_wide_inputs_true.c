// expect: true
// Two inputs with many values are compared, more than once.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < y) {
        assert(x != y);
        assert(!(y <= x));
    } else if (x == y) {
        assert(x >= y);
    } else {
        assert(y < x);
    }
    return 0;
}
