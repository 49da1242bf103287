// expect: true
// After the loop each element has its square.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a[5] = {9, 9, 9, 9, 9};
    for (unsigned i = 0; i < 5; i++) a[i] = i * i;
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 5) assert(a[i] == i * i);
    return 0;
}
