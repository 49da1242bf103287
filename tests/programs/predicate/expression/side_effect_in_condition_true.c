// expect: true
// A condition with a side effect is evaluated once for each test.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned tests = 0, turns = 0, n = __VERIFIER_nondet_uchar();
    while (tests++ < n) turns++;
    assert(turns == n && tests == n + 1);
    return 0;
}
