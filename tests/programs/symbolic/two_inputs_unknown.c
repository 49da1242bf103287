// expect: unknown(symbolic-value)
// Two inputs with many values are compared.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < y) assert(x != y);
    return 0;
}
