// expect: true
// The largest of three inputs is none less than each of them.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    int largest = a;
    if (b > largest) largest = b;
    if (c > largest) largest = c;
    assert(largest >= a && largest >= b && largest >= c);
    return 0;
}
