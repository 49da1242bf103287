// expect: false(unreach-call)
// Minus one as unsigned short is not minus one any more as int.
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int minus_one = __VERIFIER_nondet_int();
    if (minus_one != -1) return 0;
    unsigned char c = (unsigned char)minus_one;
    unsigned short s = (unsigned short)minus_one;
    unsigned long long l = (unsigned long long)minus_one;
    assert(c == 255 && l == ULLONG_MAX && s == minus_one);
    return 0;
}
