// expect: true
// Each case of a switch, and what no case fits.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    int n = 0;
    switch (x) {
    case 0xffffffff: n = 1; break;
    case 0 ... 9: n = 2; break;
    case 10: n = 2; break;
    }
    assert((n == 1) == (x == 0xffffffffu));
    assert((n == 2) == (x <= 10));
    return 0;
}
