// expect: false(unreach-call)
// The test stands at the end of the loop, and lets it go one too far.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned i = 0, n = __VERIFIER_nondet_uchar();
    if (n == 0) goto done;
again:
    i++;
    if (i <= n) goto again;
done:
    assert(i == n);
    return 0;
}
