// expect: true
// The kinds of a triangle exclude each other.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), c = __VERIFIER_nondet_uchar();
    int kind = 0;
    if (a == b && b == c) kind = 3;
    else if (a == b || b == c || a == c) kind = 2;
    if (kind == 0) assert(a != b && b != c && a != c);
    if (kind == 2) assert(a == b || b == c || a == c);
    return 0;
}
