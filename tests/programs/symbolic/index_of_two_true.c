// expect: true
// An index that two inputs tell, within bounds by what is known of both.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int a[8] = {0, 1, 2, 3, 4, 5, 6, 7};

int main(void) {
    unsigned low = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(low <= i && i - low < 8);
    a[i - low] = 9;
    assert(a[i - low] == 9);
    return 0;
}
