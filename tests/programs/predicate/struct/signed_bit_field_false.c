// expect: false(unreach-call)
// Eight does not fit, and comes back negative.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct small { signed int value : 4; };

int main(void) {
    struct small s;
    int x = __VERIFIER_nondet_int();
    if (x < -8 || x > 8) return 0;
    s.value = x;
    assert(s.value == x);
    return 0;
}
