// expect: true
// Swapping elements keeps a permutation: the sum stays.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a[3] = {1, 2, 4};
    while (__VERIFIER_nondet_bool()) {
        unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 3;
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
        assert(a[0] + a[1] + a[2] == 7);
    }
    return 0;
}
