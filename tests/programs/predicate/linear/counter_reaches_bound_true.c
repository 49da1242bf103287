// expect: true
// A counter that goes up by one ends at the bound.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    __VERIFIER_assume(n < 1000000);
    while (i < n) i++;
    assert(i == n);
    return 0;
}
