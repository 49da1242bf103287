// expect: true
// Indices within bounds.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int a[16];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    a[3] = 7;
    if (i < 16) assert(a[i] == (i == 3 ? 7 : 0));
    assert(a[i % 16] < 8);
    a[i & 15] = 9;
    assert(a[i & 15] == 9);
    return 0;
}
