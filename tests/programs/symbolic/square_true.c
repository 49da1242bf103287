// expect: true
// No square of a word ends in 2.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert((x * x & 3) != 2);
    return 0;
}
