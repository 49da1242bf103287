// expect: false(no-overflow)
// options: --property no-overflow
// The least int has no opposite.
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    return x < 0 ? -x : x;
}
