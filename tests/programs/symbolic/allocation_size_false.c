// expect: false(valid-deref)
// A size that wraps around.
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n < 4) return 0;
    long *p = malloc(n * sizeof(long));
    if (!p) return 0;
    p[3] = 1;
    free(p);
    return 0;
}
