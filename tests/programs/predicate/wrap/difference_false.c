// expect: false(unreach-call)
// The difference wraps if the second is greater.
#include <assert.h>
#include <limits.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    if (b == UINT_MAX) return 0;
    assert(a - b <= a);
    return 0;
}
