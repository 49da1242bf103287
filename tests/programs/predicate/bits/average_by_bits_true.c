// expect: true
// The average from common and different bits lies between the two numbers and does not overflow.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned average = (a & b) + ((a ^ b) >> 1);
    if (a <= b) assert(a <= average && average <= b);
    return 0;
}
