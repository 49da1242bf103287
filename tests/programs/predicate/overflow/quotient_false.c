// expect: false(no-overflow)
// options: --property no-overflow
// The least int by -1.
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (y == 0) return 0;
    return x / y;
}
