// expect: unknown(unbounded-input)
// A short has more than 256 values.
#include <assert.h>

extern short __VERIFIER_nondet_short(void);

int main(void) {
    int x = __VERIFIER_nondet_short();
    assert(x / 2 < 40000);
    return 0;
}
