// expect: false(unreach-call)
// A swap without a third variable loses an element.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a[3] = {1, 2, 4};
    while (__VERIFIER_nondet_bool()) {
        unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 3;
        a[i] = a[j];
        a[j] = a[i];
        assert(a[0] + a[1] + a[2] == 7);
    }
    return 0;
}
