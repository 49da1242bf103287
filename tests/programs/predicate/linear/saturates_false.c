// expect: false(unreach-call)
// Steps of three overshoot the limit.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_int()) {
        if (x < 100) x += 3;
        assert(x <= 100);
    }
    return 0;
}
