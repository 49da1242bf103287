// expect: true
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned rotated(unsigned x, unsigned by) { return x << by | x >> (32 - by); }

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), by = __VERIFIER_nondet_uint() % 31 + 1;
    assert(rotated(rotated(x, 5), 27) == x);
    assert(rotated(rotated(x, by), 32 - by) == x);
    return 0;
}
