// expect: false(unreach-call)
// The continue comes after the sum.
#include <assert.h>

extern signed char __VERIFIER_nondet_schar(void);

int main(void) {
    int sum = 0;
    for (int i = 0; i < 1000; i++) {
        int x = __VERIFIER_nondet_schar();
        sum += x;
        if (x <= 0) continue;
        assert(sum > 0);
    }
    return 0;
}
