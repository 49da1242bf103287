// expect: unknown(unbounded-input)
// The value is used before it is bounded.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    printf("%d\n", x);
    __VERIFIER_assume(x >= 0 && x < 10);
    return 0;
}
