// expect: true
// A sum of two ints is exact in 64 bits.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    long long sum = (long long)a + b;
    long long kept = (long long)sum;
    if (a > 0 && b > 0) assert(kept > a);
    return 0;
}
