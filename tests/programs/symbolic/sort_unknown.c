// expect: unknown(symbolic-value)
// A decision inside a callback.
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int compare(const void *a, const void *b) {
    const unsigned char *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

int main(void) {
    unsigned char a[2] = {__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar()};
    qsort(a, 2, 1, compare);
    assert(a[0] <= a[1]);
    return 0;
}
