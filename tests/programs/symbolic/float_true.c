// expect: true
// An input of few values becomes a float, and bytes of a float are copied.
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    signed char x = __VERIFIER_nondet_char();
    double d = x, e;
    memcpy(&e, &d, sizeof d);
    assert(e == x);
    return 0;
}
