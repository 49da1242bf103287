// expect: true
// An assumption may be a loop that never ends.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void assume(int condition) {
    if (!condition)
        for (;;) {}
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    assume(0 <= x);
    assume(x <= 7);
    assert((x & 7) == x);
    return 0;
}
