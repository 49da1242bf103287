// expect: true
// A comparison is 0 or 1, and !! makes 0 or 1 of any number.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned bit = !!(x & 4);
    assert(bit == (x >> 2 & 1));
    assert((x > 3) + (x <= 3) == 1);
    return 0;
}
