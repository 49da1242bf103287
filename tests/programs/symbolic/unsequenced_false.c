// expect: false(no-undefined-behaviour)
// Whether both sides are one object depends on an input.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a[2] = {1, 2};
    int *p = &a[0], *q = &a[__VERIFIER_nondet_bool()];
    *p = (*q)++;
    return 0;
}
