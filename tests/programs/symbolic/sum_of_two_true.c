// expect: true
// A sum of two inputs fits, as was looked at before.
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (y > 0 && x > INT_MAX - y) return 0;
    if (y < 0 && x < INT_MIN - y) return 0;
    int sum = x + y;
    assert((long)sum == (long)x + y);
    return 0;
}
