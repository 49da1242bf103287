// expect: false(unreach-call)
// The third input is compared with the first instead of with the largest so far.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    int largest = a;
    if (b > largest) largest = b;
    if (c > a) largest = c;
    assert(largest >= a && largest >= b && largest >= c);
    return 0;
}
