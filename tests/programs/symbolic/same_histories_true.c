// expect: true
// One state by two histories: the inputs are read in another order.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern int evercheck_choose(int, int);

int main(void) {
    int a, b;
    if (evercheck_choose(0, 1)) {
        a = __VERIFIER_nondet_int();
        b = __VERIFIER_nondet_int();
    } else {
        b = __VERIFIER_nondet_int();
        a = __VERIFIER_nondet_int();
    }
    if (a == b) assert(b <= a);
    if (a < b) assert(b > a);
    return 0;
}
