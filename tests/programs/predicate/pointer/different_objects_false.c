// expect: false(unreach-call)
// A pointer to one may have become one to the other.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = a;
    int *p = &a, *q = &b;
    if (a == b) p = q;
    if (p == q || p == NULL || q == NULL) reach_error();
    return 0;
}
