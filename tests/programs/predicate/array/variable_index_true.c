// expect: true
// A store at an unknown index changes that element only.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int a[8] = {0};
    unsigned i = __VERIFIER_nondet_uint() % 8, j = __VERIFIER_nondet_uint() % 8;
    if (i == j) return 0;
    a[i] = 1;
    a[j] = 2;
    assert(a[i] == 1 && a[j] == 2);
    return 0;
}
