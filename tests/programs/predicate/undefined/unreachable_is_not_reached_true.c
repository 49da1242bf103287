// expect: true
// options: --property no-undefined-behaviour
#include <ctype.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int rank(unsigned kind) {
    switch (kind % 3) {
    case 0:
        return 1;
    case 1:
        return 2;
    case 2:
        return 3;
    }
    __builtin_unreachable();
}

static int (isalpha_of)(int c) {
    return (isalpha)(c);
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0)
        return 0;
    return rank(n) + __builtin_clz(n) + isalpha_of(__VERIFIER_nondet_uchar());
}
