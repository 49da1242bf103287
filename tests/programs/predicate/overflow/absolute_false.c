// expect: false(no-overflow)
// options: --property no-overflow
// abs of the least int.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    return abs(x) >= 0;
}
