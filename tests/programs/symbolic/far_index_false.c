// expect: false(valid-deref)
// An index that is far away, times the size of an element.
#include <assert.h>

extern long __VERIFIER_nondet_long(void);

int a[4];
int main(void) {
    long i = __VERIFIER_nondet_long();
    return a[i];
}
