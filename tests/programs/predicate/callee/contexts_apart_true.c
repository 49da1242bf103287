// expect: true
// One function called from two places: what comes back belongs to the call.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int same(int x) {
    return x;
}

int main(void) {
    int input = __VERIFIER_nondet_int();
    if (input > 1000) return 0;
    int low = same(input), high = same(1001);
    assert(low < high);
    return 0;
}
