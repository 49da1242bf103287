// expect: false(valid-free)
// options: --property valid-free
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(4);
    free(p);
    if (__VERIFIER_nondet_int() == 77)
        free(p);
    return 0;
}
