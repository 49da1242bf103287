// expect: false(no-overflow)
// A sum that does not fit has no value to compare.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x + 1 < x) return 1;
    return 0;
}
