// expect: true
// A number is tested for its sign before it is compared as unsigned.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x >= 0 && x < 10)
        assert((unsigned)x < 10u);
    return 0;
}
