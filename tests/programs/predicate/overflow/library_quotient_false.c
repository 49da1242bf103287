// expect: false(no-overflow)
// options: --property no-overflow
// div by -1.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    div_t d = div(__VERIFIER_nondet_int(), -1);
    return d.rem < 7;
}
