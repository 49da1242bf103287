// expect: false(unreach-call)
// The pointer is to the other field.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct pair { int first, second; };

int main(void) {
    struct pair p = {1, 2};
    int *field = &p.second;
    while (__VERIFIER_nondet_bool()) {
        *field = __VERIFIER_nondet_int();
        assert(p.second == 2 && *field == p.second);
    }
    return 0;
}
