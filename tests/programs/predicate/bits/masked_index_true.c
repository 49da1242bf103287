// expect: true
// A sum that is masked after each step stays below eight.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned x = 0;
    while (__VERIFIER_nondet_bool()) {
        x = (x + __VERIFIER_nondet_uint()) & 7;
        assert(x < 8);
    }
    return 0;
}
