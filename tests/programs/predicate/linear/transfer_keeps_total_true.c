// expect: true
// Transfers between two accounts keep the total.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned a = 50, b = 50;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) {
            if (a == 0) continue;
            b++;
            a--;
        } else if (b > 0) {
            b--;
            a++;
        }
        assert(a + b == 100);
    }
    return 0;
}
