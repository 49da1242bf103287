// expect: false(no-overflow)
// options: --property no-overflow
// The largest int has no successor.
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    return x + 1 > x;
}
