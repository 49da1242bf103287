// expect: false(unreach-call)
// A station that has nothing to send keeps a copy.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a = 1, b = 0, c = 0;
    while (__VERIFIER_nondet_bool()) {
        int busy = __VERIFIER_nondet_bool();
        if (a && !busy) a = 0, b = 1;
        else if (b && !busy) b = 0, c = 1;
        else if (c) c = busy, a = 1;
        assert(a + b + c == 1);
    }
    return 0;
}
