// expect: false(unreach-call)
// An element chosen by two bits of an input leaves many intervals of it, and then another input is told of.
#include <assert.h>

extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

static unsigned char bytes[4];

int main(void) {
    short x = __VERIFIER_nondet_short();
    unsigned short y = __VERIFIER_nondet_ushort();
    int both = x | y;
    bytes[y & 3] = 1;
    assert(both != 65535);
    return 0;
}
