// expect: unknown(unbounded-input)
// An address that is compared with another may be that or not.
#include <assert.h>

extern void *__VERIFIER_nondet_pointer(void);

int main(void) {
    int x;
    void *p = __VERIFIER_nondet_pointer();
    assert(p != (void *)&x);
    return 0;
}
