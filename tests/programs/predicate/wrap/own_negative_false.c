// expect: false(unreach-call)
// Not only 0 is its own negative.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (0u - x == x) assert(x == 0);
    return 0;
}
