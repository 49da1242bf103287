// expect: true
// The body of a do loop runs at least once: the counter ends at one or more.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    __VERIFIER_assume(n < 100000);
    do {
        i++;
    } while (i < n);
    assert(i == n || n == 0);
    return 0;
}
