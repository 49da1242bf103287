// expect: true
// A loop made of a label and a jump backwards.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned i = 0, n = __VERIFIER_nondet_uchar();
again:
    if (i >= n) goto done;
    i++;
    goto again;
done:
    assert(i == n);
    return 0;
}
