// expect: false(unreach-call)
// The last place is not looked at.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4], wanted = __VERIFIER_nondet_int(), found = -1;
    for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++)
        if (a[i] == wanted) {
            found = i;
            break;
        }
    if (found >= 0) assert(a[found] == wanted);
    else assert(a[0] != wanted && a[3] != wanted);
    return 0;
}
