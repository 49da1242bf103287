// expect: false(unreach-call)
// The third element is overwritten as the last but one.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4] = {0}, x = __VERIFIER_nondet_int();
    a[1] = x;
    a[2] = 5;
    a[4 - 2] = 6;
    assert(a[1] == x && a[2] == 5);
    return 0;
}
