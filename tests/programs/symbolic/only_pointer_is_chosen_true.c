// expect: true
// options: --property valid-memtrack,valid-memcleanup,valid-free,valid-deref,unreach-call
// A block that nothing but a pointer at a place that is an input leads to is not lost.
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int *p[4] = {0, 0, 0, 0};
    unsigned char i = __VERIFIER_nondet_uchar();
    if (i >= 4) return 0;
    p[i] = malloc(sizeof(int));
    *p[i] = 3;
    assert(*p[i] == 3);
    free(p[i]);
    return 0;
}
