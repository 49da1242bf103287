// expect: false(unreach-call)
// A transfer from an empty account is refused after the other one has been credited.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned a = 50, b = 50;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) {
            b++;
            if (a == 0) continue;
            a--;
        } else if (b > 0) {
            b--;
            a++;
        }
        assert(a + b == 100);
    }
    return 0;
}
