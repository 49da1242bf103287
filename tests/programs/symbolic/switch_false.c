// expect: false(unreach-call)
// Each case of a switch, and what no case fits.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), n = 0;
    switch (x) {
    case -5: n = 1; break;
    case 0 ... 9: n = 2; break;
    case 10: n = 3; break;
    case 2147483647: n = 4; break;
    default: n = 5;
    }
    assert(n != 4);
    return 0;
}
