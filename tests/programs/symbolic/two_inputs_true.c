// expect: true
// Two inputs are told apart by their ranges, or by the values of one.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    unsigned char c = __VERIFIER_nondet_uchar();
    if (x > 300 && c < x) assert(x != c);
    else if (x <= 300) assert(x < 301 + c);
    else assert(0);
    if (x < 10 && y > 20) assert(x < y);
    return 0;
}
