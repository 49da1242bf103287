// expect: true
// A stride of four divides 256: the remainder survives when a byte wraps.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned char x = 0;
    while (__VERIFIER_nondet_bool()) {
        x += 4;
        assert(x % 4 == 0);
    }
    return 0;
}
