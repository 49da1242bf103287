// expect: true
// A step is only made below the limit, so the limit is not exceeded.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_int()) {
        if (x < 100) x += 1;
        assert(x <= 100);
    }
    return 0;
}
