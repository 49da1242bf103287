// expect: true
// A number that is not zero is true as _Bool, also 256.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned flags = __VERIFIER_nondet_uint();
    _Bool any = flags;
    if (flags & 256) assert(any);
    return 0;
}
