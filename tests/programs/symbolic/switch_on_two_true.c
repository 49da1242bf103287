// expect: true
// The difference of two inputs tells the case.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    switch (x - y) {
    case 0: assert(x == y); break;
    case 1: assert(y + 1 == x); break;
    case 2: case 3: assert(x != y); break;
    default: assert(x - y > 3); break;
    }
    return 0;
}
