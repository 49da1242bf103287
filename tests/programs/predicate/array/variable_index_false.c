// expect: false(unreach-call)
// Two unknown indices may be the same.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int a[8] = {0};
    unsigned i = __VERIFIER_nondet_uint() % 8, j = __VERIFIER_nondet_uint() % 8;
    a[i] = 1;
    a[j] = 2;
    assert(a[i] == 1 && a[j] == 2);
    return 0;
}
