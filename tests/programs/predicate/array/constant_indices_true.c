// expect: true
// Elements at constant indices are apart.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4] = {0}, x = __VERIFIER_nondet_int();
    a[1] = x;
    a[2] = 5;
    a[3] = 6;
    assert(a[1] == x && a[2] == 5);
    return 0;
}
