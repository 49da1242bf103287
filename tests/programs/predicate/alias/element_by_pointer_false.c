// expect: false(unreach-call)
// The pointer is to the next one.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int a[4] = {0, 0, 0, 0};
    unsigned i = __VERIFIER_nondet_uint() % 3;
    int *p = &a[i + 1];
    *p = 1;
    a[i] += 1;
    assert(*p == 2);
    return 0;
}
