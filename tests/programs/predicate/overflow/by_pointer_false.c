// expect: false(no-overflow)
// options: --property no-overflow
// abs through a function pointer.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int (*f)(int) = __VERIFIER_nondet_int() ? abs : abs;
    return f(__VERIFIER_nondet_int()) < 0;
}
