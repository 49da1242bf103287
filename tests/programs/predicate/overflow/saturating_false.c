// expect: false(no-overflow)
// options: --property no-overflow
// A sum for ever, tested too late.
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

static int total;
static void take(int x) {
    total += x;
    if (total > 1000) total = 1000;
}
int main(void) {
    while (__VERIFIER_nondet_int()) take(__VERIFIER_nondet_int());
    return total;
}
