// expect: true
// Two variables have different addresses, and neither is null.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = a;
    int *p = &a, *q = &b;
    if (a == b) a = 0;
    if (p == q || p == NULL || q == NULL) reach_error();
    return 0;
}
