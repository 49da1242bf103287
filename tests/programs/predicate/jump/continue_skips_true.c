// expect: true
// A continue skips the rest of the body: only positive inputs are added.
#include <assert.h>

extern signed char __VERIFIER_nondet_schar(void);

int main(void) {
    int sum = 0;
    for (int i = 0; i < 1000; i++) {
        int x = __VERIFIER_nondet_schar();
        if (x <= 0) continue;
        sum += x;
        assert(sum > 0);
    }
    return 0;
}
