// expect: true
// options: --property no-overflow
// A sum for ever, that stays within its bounds.
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

static int total;
static void take(int x) {
    if (x > 0 && total > INT_MAX - x) total = INT_MAX;
    else if (x < 0 && total < INT_MIN - x) total = INT_MIN;
    else total += x;
}
int main(void) {
    while (__VERIFIER_nondet_int()) take(__VERIFIER_nondet_int());
    return total;
}
