// expect: true
// A timer's elapsed time is right although the ticks wrap.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned start = __VERIFIER_nondet_uint(), now = start;
    unsigned deadline = start + 1000;
    while (__VERIFIER_nondet_bool()) {
        if (now - start >= 1000) {
            assert(now - start >= 1000 && deadline - start == 1000);
            break;
        }
        now++;
    }
    return 0;
}
