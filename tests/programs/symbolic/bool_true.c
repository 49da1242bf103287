// expect: true
// A byte that may be a _Bool.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c > 1) return 0;
    _Bool b = *(_Bool *)&c;
    assert(b == c);
    _Bool d = c + 1;
    assert(d);
    return 0;
}
