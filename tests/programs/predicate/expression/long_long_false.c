// expect: false(unreach-call)
// The sum is cut to an int before it is compared.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    long long sum = (long long)a + b;
    int kept = (int)sum;
    if (a > 0 && b > 0) assert(kept > a);
    return 0;
}
