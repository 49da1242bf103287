// expect: true
// The distance of two pointers into an array is in elements.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int a[10];
    unsigned i = __VERIFIER_nondet_uint() % 10;
    int *p = a, *q = &a[i];
    assert(q - p == (int)i);
    return 0;
}
