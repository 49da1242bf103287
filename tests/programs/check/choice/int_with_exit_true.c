// expect: true
// Other values leave the program, which has nothing to run at its end.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 50) exit(1);
    assert(x * x <= 2500);
    return 0;
}
