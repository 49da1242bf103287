// expect: false(unreach-call)
// The low byte of a negative number is not the number.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 255) return 0;
    unsigned char c = (unsigned char)x;
    assert(c == x);
    return 0;
}
