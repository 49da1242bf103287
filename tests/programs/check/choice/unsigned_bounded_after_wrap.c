// expect: unknown(unbounded-input)
// A sum that wraps around is not followed: 4294967295 passes.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x + 1 < 4);
    assert(x / 2 < 2);
    return 0;
}
