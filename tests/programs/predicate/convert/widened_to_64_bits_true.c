// expect: true
// An unsigned int is not negative in 64 bits.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned u = __VERIFIER_nondet_uint();
    long long wide = u;
    assert(wide >= 0 && wide <= 4294967295ll);
    return 0;
}
