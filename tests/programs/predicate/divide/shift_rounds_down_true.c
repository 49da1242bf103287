// expect: true
// A shift halves a number that is not negative.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0) return 0;
    assert(x >> 1 == x / 2);
    return 0;
}
