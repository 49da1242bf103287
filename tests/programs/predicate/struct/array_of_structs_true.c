// expect: true
// One field of each element is set, in any order; the other fields stay.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct slot { int key, used; };

int main(void) {
    struct slot slots[3] = {{1, 0}, {2, 0}, {3, 0}};
    while (__VERIFIER_nondet_bool()) {
        unsigned i = __VERIFIER_nondet_uint() % 3;
        slots[i].used = 1;
        assert(slots[0].key == 1 && slots[1].key == 2 && slots[2].key == 3);
    }
    return 0;
}
