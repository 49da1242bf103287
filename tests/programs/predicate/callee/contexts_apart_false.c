// expect: false(unreach-call)
// The results are swapped.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int same(int x) {
    return x;
}

int main(void) {
    int input = __VERIFIER_nondet_int();
    if (input > 1000) return 0;
    int low = same(1001), high = same(input);
    assert(low < high);
    return 0;
}
