// expect: false(unreach-call)
// 256 as a byte is zero.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned flags = __VERIFIER_nondet_uint();
    unsigned char any = flags & 256;
    if (flags & 256) assert(any);
    return 0;
}
