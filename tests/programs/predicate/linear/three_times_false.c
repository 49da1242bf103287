// expect: false(unreach-call)
// One step of the sum, the hundred and first, is four.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned i = 0, sum = 0;
    while (__VERIFIER_nondet_bool()) {
        sum += i == 100 ? 4 : 3;
        i++;
    }
    assert(sum == 3 * i);
    return 0;
}
