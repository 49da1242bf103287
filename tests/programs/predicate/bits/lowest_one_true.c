// expect: true
// A number that is not zero has a lowest one.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x == 0) return 0;
    unsigned lowest = x & (0u - x);
    assert(lowest != 0);
    assert((x & (lowest - 1)) == 0);
    return 0;
}
