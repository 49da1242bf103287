// expect: false(unreach-call)
// A stride of three does not divide 256: after 86 steps the byte wraps, and the remainder is another.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned char x = 0;
    while (__VERIFIER_nondet_bool()) {
        x += 3;
        assert(x % 3 == 0);
    }
    return 0;
}
