// expect: true
// Bit-fields beside each other that are inputs.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct flags { unsigned a : 3, b : 5; };
int main(void) {
    struct flags f = {0};
    unsigned char c = __VERIFIER_nondet_uchar();
    f.a = c;
    f.b = 17;
    assert(f.a == c % 8 && f.b == 17);
    *(unsigned char *)&f = c;
    assert(f.a == c % 8 && f.b == c / 8);
    f.b = 1;
    assert(f.a == c % 8);
    return 0;
}
