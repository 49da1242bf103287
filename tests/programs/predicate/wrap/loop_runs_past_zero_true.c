// expect: true
// A loop that tests, then decrements, leaves the counter at the largest number.
#include <assert.h>
#include <limits.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uchar();
    while (n-- > 0) {}
    assert(n == UINT_MAX);
    return 0;
}
