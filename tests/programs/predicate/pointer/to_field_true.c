// expect: true
// A pointer to one field leaves the other.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct pair { int first, second; };

int main(void) {
    struct pair p = {1, 2};
    int *field = &p.first;
    while (__VERIFIER_nondet_bool()) {
        *field = __VERIFIER_nondet_int();
        assert(p.second == 2 && *field == p.first);
    }
    return 0;
}
