// expect: true
// Either of two numbers grows by the other, in any order for ever: they keep their common divisor two.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned a = 2 * __VERIFIER_nondet_uint(), b = 2 * __VERIFIER_nondet_uint();
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) a += b;
        else b += a;
        assert((a & 1) == 0 && (b & 1) == 0);
    }
    return 0;
}
