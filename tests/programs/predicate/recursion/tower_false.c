// expect: false(unreach-call)
// The single disc at the bottom is not counted when it is the last.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned moves(unsigned discs) {
    if (discs == 0) return 0;
    if (discs == 5) return 2 * moves(4);
    return 2 * moves(discs - 1) + 1;
}

int main(void) {
    unsigned discs = __VERIFIER_nondet_uint();
    if (discs > 6) return 0;
    assert(moves(discs) == (1u << discs) - 1);
    return 0;
}
