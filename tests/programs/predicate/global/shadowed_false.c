// expect: false(unreach-call)
// The block ends before the last store, which goes to the global.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int x = 1;

int main(void) {
    {
        int x = __VERIFIER_nondet_int();
        if (x < 0) x = 0;
        }
    x = __VERIFIER_nondet_uchar();
    assert(x == 1);
    return 0;
}
