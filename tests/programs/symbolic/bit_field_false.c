// expect: false(unreach-call)
// Bit-fields beside each other that are inputs.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct flags { unsigned a : 3, b : 5; };
int main(void) {
    struct flags f = {0};
    f.a = __VERIFIER_nondet_uchar();
    f.b = 17;
    assert(f.a != 6 || f.b != 17);
    return 0;
}
