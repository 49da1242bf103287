// expect: false(unreach-call)
// One input twice is another state than two inputs.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern int evercheck_choose(int, int);

int main(void) {
    int a, b;
    if (evercheck_choose(0, 1)) {
        a = __VERIFIER_nondet_int();
        b = a;
    } else {
        a = __VERIFIER_nondet_int();
        b = __VERIFIER_nondet_int();
        __VERIFIER_assume(b == 3);
    }
    if (a == 3) assert(b == 3);
    if (a == 4) assert(b == 4);
    return 0;
}
