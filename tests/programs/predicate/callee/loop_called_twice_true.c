// expect: true
// A loop in a function that is called with different arguments adds.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned add(unsigned a, unsigned b) {
    while (b > 0) {
        a++;
        b--;
    }
    return a;
}

int main(void) {
    unsigned x = __VERIFIER_nondet_uchar();
    unsigned y = add(x, 2);
    unsigned z = add(y, 3);
    assert(z == x + 5 && z >= y);
    return 0;
}
