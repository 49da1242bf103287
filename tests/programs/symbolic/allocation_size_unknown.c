// expect: unknown(symbolic-value)
// More sizes than are followed, and nothing is wrong with those that are.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    char *p = malloc((unsigned long)n + 1);
    if (!p) return 0;
    p[0] = 1;
    free(p);
    return 0;
}
