// expect: true
// The remainder of an input of many values is an index.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int a[16];

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    a[x % 16] = 1;
    int sum = 0;
    for (int i = 0; i < 16; i++) sum += a[i];
    assert(sum == 1 && a[x & 15] == 1);
    return 0;
}
