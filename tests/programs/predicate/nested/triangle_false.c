// expect: false(unreach-call)
// The inner loop includes the diagonal.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int row = 0; row < n; row++)
        for (int column = 0; column <= row; column++)
            assert(column < row && column + 1 < n);
    return 0;
}
