// expect: true
// A continue in a switch continues the loop; a break does not leave it.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned seen = 0, done = 0, ignored = 0;
    while (__VERIFIER_nondet_bool()) {
        seen++;
        switch (__VERIFIER_nondet_int()) {
        case 0:
        case 1: break;
        default: ignored++; continue;
        }
        done++;
        assert(seen == done + ignored);
    }
    return 0;
}
