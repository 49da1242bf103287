// expect: true
// An address that is only compared with null is null or not.
#include <assert.h>

extern void *__VERIFIER_nondet_pointer(void);

int main(void) {
    _Bool first = __VERIFIER_nondet_pointer();
    void *second = __VERIFIER_nondet_pointer();
    assert(second == 0 || second != 0);
    assert(first == 0 || first == 1);
    return 0;
}
