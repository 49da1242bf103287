// expect: true
// Two indices move towards each other: their sum stays.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n < 1000000);
    unsigned low = 0, high = n;
    while (low + 1 < high) {
        low++;
        high --;
    }
    assert(low + high == n);
    return 0;
}
