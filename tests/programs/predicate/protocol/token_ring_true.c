// expect: true
// A token goes round between three stations: exactly one has it.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a = 1, b = 0, c = 0;
    while (__VERIFIER_nondet_bool()) {
        int busy = __VERIFIER_nondet_bool();
        if (a && !busy) a = 0, b = 1;
        else if (b && !busy) b = 0, c = 1;
        else if (c && !busy) c = 0, a = 1;
        assert(a + b + c == 1);
    }
    return 0;
}
