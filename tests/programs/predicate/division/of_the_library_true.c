// expect: true
// options: --property no-division-by-zero
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    ldiv_t parts = ldiv(10, 1 + (__VERIFIER_nondet_int() & 7));
    return parts.rem == 11;
}
