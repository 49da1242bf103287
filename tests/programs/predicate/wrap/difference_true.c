// expect: true
// A difference of unsigned numbers is at most the first, if the second is not greater.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    if (b > a) return 0;
    assert(a - b <= a);
    return 0;
}
