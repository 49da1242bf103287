// expect: false(unreach-call)
// The first input of all is taken for the largest, even if it is not.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int largest = __VERIFIER_nondet_int();
    int first = 1;
    while (__VERIFIER_nondet_bool()) {
        int x = __VERIFIER_nondet_int();
        if (x > largest && !first) largest = x;
        first = 0;
        assert(x <= largest);
    }
    return 0;
}
