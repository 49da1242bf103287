// expect: false(unreach-call)
// An unsigned sum wraps.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert(x + 1 > x);
    return 0;
}
