// expect: true
// An element of an array is reached by index and by pointer.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int a[4] = {0, 0, 0, 0};
    unsigned i = __VERIFIER_nondet_uint() % 3;
    int *p = &a[i];
    *p = 1;
    a[i] += 1;
    assert(*p == 2);
    return 0;
}
