// expect: false(no-bad-shift)
// The count of a shift is an input.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    return 1 << n == 4;
}
