// expect: true
// Functions built on functions: four levels, sixteen steps.
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

static unsigned one(unsigned x) { return x + 1; }
static unsigned two(unsigned x) { return one(one(x)); }
static unsigned four(unsigned x) { return two(two(x)); }
static unsigned eight(unsigned x) { return four(four(x)); }

int main(void) {
    unsigned x = __VERIFIER_nondet_ushort();
    assert(eight(eight(x)) == x + 16);
    return 0;
}
