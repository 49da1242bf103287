// expect: false(unreach-call)
// An unsigned int that goes through int first may be.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned u = __VERIFIER_nondet_uint();
    long long wide = (int)u;
    assert(wide >= 0 && wide <= 4294967295ll);
    return 0;
}
