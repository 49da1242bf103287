// expect: false(unreach-call)
// One state is come to in two orders; then the inputs are compared.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern int evercheck_choose(int, int);

int main(void) {
    unsigned char a, b;
    if (evercheck_choose(0, 1)) {
        a = __VERIFIER_nondet_uchar();
        b = __VERIFIER_nondet_uchar();
    } else {
        b = __VERIFIER_nondet_uchar();
        a = __VERIFIER_nondet_uchar();
    }
    __VERIFIER_assume(a < 4 && b < 4);
    assert(!(a == 3 && b == 2 && a != b));
    return 0;
}
