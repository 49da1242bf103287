// expect: false(unreach-call)
// The loop is left by a test that has counted as well.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned tests = 0, turns = 0, n = __VERIFIER_nondet_uchar();
    while (tests++ < n) turns++;
    assert(turns == n && tests == n);
    return 0;
}
