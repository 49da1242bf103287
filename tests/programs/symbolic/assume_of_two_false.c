// expect: false(unreach-call)
// An assumption on two inputs that some fail is none on all others.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < 0 || y < 0) {
        __VERIFIER_assume(x > y);
        assert(x > y);
    } else {
        __VERIFIER_assume(x == y);
        assert(x != 17);
    }
    return 0;
}
