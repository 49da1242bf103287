// expect: true
// One of the three cases fits whatever the input is.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int result = -1;
    switch (__VERIFIER_nondet_uint() % 3) {
    case 0: result = 10; break;
    case 1: result = 20; break;
    case 2: result = 30; break;
    }
    assert(result > 0);
    return 0;
}
