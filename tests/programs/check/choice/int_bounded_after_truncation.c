// expect: unknown(unbounded-input)
// Only the low byte of the value is bounded.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned char low = x;
    __VERIFIER_assume(low < 10);
    assert(x / 2 < 10);
    return 0;
}
