// expect: true
// The middle of two indices by their difference lies between them.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned low = __VERIFIER_nondet_uint(), high = __VERIFIER_nondet_uint();
    __VERIFIER_assume(low <= high);
    unsigned middle = low + (high - low) / 2;
    assert(low <= middle && middle <= high);
    return 0;
}
