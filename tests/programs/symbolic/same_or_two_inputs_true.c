// expect: true
// One input twice is another state than two inputs.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern int evercheck_choose(int, int);

int main(void) {
    unsigned char a, b;
    if (evercheck_choose(0, 1)) {
        a = __VERIFIER_nondet_uchar();
        b = a;
    } else {
        b = __VERIFIER_nondet_uchar();
        a = b;
    }
    assert(a == b);
    return 0;
}
