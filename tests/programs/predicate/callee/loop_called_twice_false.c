// expect: false(unreach-call)
// The second call's result is taken for the first one's.
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
    assert(y == x + 5 && z >= y);
    return 0;
}
