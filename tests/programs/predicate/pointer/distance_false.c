// expect: false(unreach-call)
// The distance is in bytes if the pointers are to characters.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int a[10];
    unsigned i = __VERIFIER_nondet_uint() % 10;
    int *p = a, *q = &a[i];
    assert((char *)q - (char *)p == (int)i);
    return 0;
}
