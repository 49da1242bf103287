// expect: true
// A negative number is halved as signed.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > -2 || x < -1000) return 0;
    int half = (int)(x / 2);
    assert(half < 0 && half >= -500);
    return 0;
}
