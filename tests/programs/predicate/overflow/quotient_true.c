// expect: true
// options: --property no-overflow
// The least int by -1 is left out.
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (y == 0 || (x == INT_MIN && y == -1)) return 0;
    return x / y;
}
