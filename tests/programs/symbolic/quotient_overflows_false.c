// expect: false(no-overflow)
// The least number by -1, also of a remainder.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#include <limits.h>
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x != 0);
    return INT_MIN % x == 5;
}
