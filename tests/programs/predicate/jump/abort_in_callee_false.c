// expect: false(unreach-call)
// The function is called after the error.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void require(int condition) {
    if (!condition) abort();
}

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x >= y) reach_error();
    require(x < y);
    return 0;
}
