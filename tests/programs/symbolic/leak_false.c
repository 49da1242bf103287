// expect: false(valid-memtrack)
// options: --property valid-memtrack,valid-deref,valid-free
// A block is lost with one value of an input.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int *p = malloc(sizeof(int));
    *p = n;
    if (*p == 123456) p = 0;
    free(p);
    return 0;
}
