// expect: true
// An array of ints filled with bytes of all ones holds minus one.
#include <assert.h>
#include <string.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int a[3] = {1, 2, 3};
    memset(a, 255, sizeof a);
    unsigned i = __VERIFIER_nondet_uint() % 3;
    assert(a[i] == -1);
    return 0;
}
