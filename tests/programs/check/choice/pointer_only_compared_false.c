// expect: false(unreach-call)
// An address that is only compared with null is null or not: both are tried.
#include <assert.h>

extern void *__VERIFIER_nondet_pointer(void);

int main(void) {
    _Bool first = __VERIFIER_nondet_pointer();
    void *second = __VERIFIER_nondet_pointer();
    if (second != 0) assert(first);
    return 0;
}
