// expect: false(unreach-call)
// There is no default: for some inputs no case fits.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int result = -1;
    switch (__VERIFIER_nondet_uint() % 4) {
    case 0: result = 10; break;
    case 1: result = 20; break;
    case 2: result = 30; break;
    }
    assert(result > 0);
    return 0;
}
