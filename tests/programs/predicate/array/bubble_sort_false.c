// expect: false(unreach-call)
// One round is not enough.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[3] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    for (int round = 0; round < 1; round++)
        for (int i = 0; i < 2; i++)
            if (a[i] > a[i + 1]) {
                int t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
            }
    assert(a[0] <= a[1] && a[1] <= a[2]);
    return 0;
}
