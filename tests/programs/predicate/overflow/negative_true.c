// expect: true
// options: --property no-overflow
// The least int has no opposite, and is left out.
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    return x > INT_MIN ? -x : 0;
}
