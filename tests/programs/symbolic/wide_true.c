// expect: true
// Integers of 128 bits take numbers.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    signed char x = __VERIFIER_nondet_char();
    __int128 y = x;
    assert(y * y >= 0 && (long)y == x);
    return 0;
}
