// expect: true
// The moves of the tower of Hanoi are one less than a power of two.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned moves(unsigned discs) {
    if (discs == 0) return 0;
    return 2 * moves(discs - 1) + 1;
}

int main(void) {
    unsigned discs = __VERIFIER_nondet_uint();
    if (discs > 6) return 0;
    assert(moves(discs) == (1u << discs) - 1);
    return 0;
}
