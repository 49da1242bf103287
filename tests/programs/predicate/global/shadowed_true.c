// expect: true
// A local hides the global of the same name.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int x = 1;

int main(void) {
    {
        int x = __VERIFIER_nondet_int();
        if (x < 0) x = 0;
        if (x > 9) x = 9;
    }
    assert(x == 1);
    return 0;
}
