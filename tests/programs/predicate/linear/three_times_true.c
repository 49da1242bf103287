// expect: true
// A sum of threes is three times the number of steps.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned i = 0, sum = 0;
    while (__VERIFIER_nondet_bool()) {
        sum += 3;
        i++;
    }
    assert(sum == 3 * i);
    return 0;
}
