// expect: false(unreach-call)
// A break where a continue was meant: the commands are counted that were not done.
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
        default: ignored++; break;
        }
        done++;
        assert(seen == done + ignored);
    }
    return 0;
}
