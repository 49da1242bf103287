// expect: true
// options: --property no-uninitialised-read
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int *p = calloc(8, 4);
    return p[__VERIFIER_nondet_uint() & 7];
}
