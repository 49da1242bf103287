// expect: true
// options: --property no-overflow
// The largest int has no successor, and is left out.
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == INT_MAX) return 0;
    return x + 1 > x;
}
