// expect: false(valid-deref)
// A pointer that is moved by an input.
#include <assert.h>

extern long __VERIFIER_nondet_long(void);

double a[4];
int main(void) {
    long i = __VERIFIER_nondet_long();
    double *p = a;
    return *(p + i) > 1;
}
