// expect: true
// options: --property no-overflow
// abs of what is not the least int.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -1000000) x = -1000000;
    return abs(x) >= 0;
}
