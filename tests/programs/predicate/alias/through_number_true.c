// expect: true
// A pointer that goes through an unsigned long is the same.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 1, y = __VERIFIER_nondet_int();
    unsigned long number = (unsigned long)&x;
    int *p = (int *)number;
    *p = y;
    assert(x == y);
    return 0;
}
