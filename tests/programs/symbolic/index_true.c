// expect: true
// Indices within bounds.
#include <assert.h>

extern short __VERIFIER_nondet_short(void);
extern unsigned __VERIFIER_nondet_uint(void);

int a[16];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    unsigned short k = __VERIFIER_nondet_short();
    a[3] = 7;
    if (i < 16) assert(a[i] == (i == 3 ? 7 : 0));
    assert(a[k % 16] < 8);
    a[k & 15] = 9;
    assert(a[k & 15] == 9);
    return 0;
}
