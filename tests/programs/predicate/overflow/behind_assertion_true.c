// expect: true
// options: --property no-overflow
// The run ends at the assertion, before the overflow.
#include <assert.h>
extern signed char __VERIFIER_nondet_char(void);

int main(void) {
    int x = __VERIFIER_nondet_char() * 16777216;
    assert(x < 2000000000);
    return x + 16777216;
}
