// expect: true
// Minus one is the largest number of each unsigned type.
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int minus_one = __VERIFIER_nondet_int();
    if (minus_one != -1) return 0;
    unsigned char c = (unsigned char)minus_one;
    unsigned short s = (unsigned short)minus_one;
    unsigned long long l = (unsigned long long)minus_one;
    assert(c == 255 && l == ULLONG_MAX && s == 65535);
    return 0;
}
