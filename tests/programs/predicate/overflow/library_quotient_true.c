// expect: true
// options: --property no-overflow
// div by a constant.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    div_t d = div(__VERIFIER_nondet_int(), 7);
    return d.rem < 7;
}
