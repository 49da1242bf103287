// expect: false(unreach-call)
// One byte is left out.
#include <assert.h>
#include <string.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int a[3] = {1, 2, 3};
    memset(a, 255, sizeof a - 1);
    unsigned i = __VERIFIER_nondet_uint() % 3;
    assert(a[i] == -1);
    return 0;
}
