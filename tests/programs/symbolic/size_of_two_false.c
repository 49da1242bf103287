// expect: false(valid-deref)
// The product of two inputs is too small a size where it goes around.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n > 0);
    unsigned size = n * 12;
    if (size > 64) return 0;
    char *p = malloc(size);
    if (!p) return 0;
    if (n > 3) p[36] = 1;
    free(p);
    return 0;
}
