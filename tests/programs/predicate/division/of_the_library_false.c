// expect: false(no-division-by-zero)
// options: --property no-division-by-zero
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    div_t parts = div(10, __VERIFIER_nondet_int());
    return parts.rem;
}
