// expect: false(unreach-call)
// The product wraps: a large table gets a small size.
#include <limits.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uint();
    if (count == UINT_MAX) return 0;
    unsigned size = count * 12;
    if (size / 12 != count) reach_error();
    return 0;
}
