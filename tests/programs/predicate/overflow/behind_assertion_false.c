// expect: false(no-overflow)
// options: --property no-overflow
// The overflow comes before the assertion.
#include <assert.h>
extern signed char __VERIFIER_nondet_char(void);

int main(void) {
    int x = __VERIFIER_nondet_char() * 16777216, y = x + 16777216;
    assert(x < 2000000000);
    return y;
}
