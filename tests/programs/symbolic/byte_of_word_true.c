// expect: true
// The byte that was written stays, whatever the others are.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned char *p = (unsigned char *)&x;
    p[1] = 7;
    assert((x >> 8 & 0xff) == 7);
    assert(p[1] == 7);
    return 0;
}
