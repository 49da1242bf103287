// expect: false(valid-deref)
// options: --malloc-may-fail
// An allocation may fail between two inputs.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int *p = malloc(sizeof(int));
    int y = __VERIFIER_nondet_int();
    if (x == 5 && y == 6) *p = 1;
    free(p);
    return 0;
}
