// expect: true
// The low byte of a number below 256 is the number.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 255) return 0;
    unsigned char c = (unsigned char)x;
    assert(c == x);
    return 0;
}
