// expect: true
// A function that aborts on a broken condition acts as an assumption.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void require(int condition) {
    if (!condition) abort();
}

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    require(x < y);
    if (x >= y) reach_error();
    return 0;
}
