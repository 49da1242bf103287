// expect: true
// The address of an object is not zero.
#include <assert.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);

int main(void) {
    int *p = malloc(sizeof *p);
    __VERIFIER_assume(p != 0);
    *p = 1;
    assert(*p == 1);
    free(p);
    return 0;
}
