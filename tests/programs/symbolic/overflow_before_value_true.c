// expect: true
// Where no sum is too large, none wraps.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 1000000 || x < -1000000) return 0;
    assert(x + 1 > x);
    assert(x * 2 <= 2000000);
    return 0;
}
