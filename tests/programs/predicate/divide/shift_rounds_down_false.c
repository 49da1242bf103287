// expect: false(unreach-call)
// A shift rounds down, a division towards zero.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -100) return 0;
    assert(x >> 1 == x / 2);
    return 0;
}
