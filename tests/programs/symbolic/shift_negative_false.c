// expect: false(no-bad-shift)
// A count that is too large in its own type only: a negative one.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

int main(void) {
    signed char n = __VERIFIER_nondet_char();
    __VERIFIER_assume(n < 8);
    return (1u << n) == 4;
}
