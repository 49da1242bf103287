// expect: true
// Only 0 and 2 to the 31st are their own negatives.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (0u - x == x) assert(x == 0 || x == 0x80000000u);
    return 0;
}
