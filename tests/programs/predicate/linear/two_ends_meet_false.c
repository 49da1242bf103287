// expect: false(unreach-call)
// The upper index moves by two from time to time.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n < 1000000);
    unsigned low = 0, high = n;
    while (low + 1 < high) {
        low++;
        high -= __VERIFIER_nondet_bool() ? 2 : 1;
    }
    assert(low + high == n);
    return 0;
}
