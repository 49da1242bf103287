// expect: unknown(unbounded-input)
// Nothing bounds the int.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert((x & 1) == 0 || (x & 1) == 1);
    return 0;
}
