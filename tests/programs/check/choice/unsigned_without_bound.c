// expect: unknown(unbounded-input)
// Nothing bounds the unsigned int.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert(x / 2 <= x);
    return 0;
}
