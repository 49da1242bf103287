// expect: false(unreach-call)
// Zero has none.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x == 1) return 0;
    unsigned lowest = x & (0u - x);
    assert(lowest != 0);
    assert((x & (lowest - 1)) == 0);
    return 0;
}
