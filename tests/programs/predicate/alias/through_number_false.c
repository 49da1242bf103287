// expect: false(unreach-call)
// After the round trip the store changes the original.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 1, y = __VERIFIER_nondet_int();
    unsigned long number = (unsigned long)&x;
    int *p = (int *)number;
    *p = y;
    assert(x == 1);
    return 0;
}
