// expect: false(unreach-call)
// The assumption allows one more.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned x = 0;
    while (__VERIFIER_nondet_bool()) {
        unsigned step = __VERIFIER_nondet_uint();
        __VERIFIER_assume(step <= 5);
        if (x < 96) x += step;
        assert(x < 100);
    }
    return 0;
}
