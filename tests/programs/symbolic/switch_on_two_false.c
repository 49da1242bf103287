// expect: false(unreach-call)
// The difference of two inputs tells the case: one of them errs.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    switch (x - y) {
    case 0: assert(x == y); break;
    case 7: assert(x > y); break;
    default: break;
    }
    return 0;
}
