// expect: true
// Two variables, one up and one down, stay opposite.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int up = 0, down = 0;
    while (__VERIFIER_nondet_bool()) {
        if (up == 1000) break;
        up++;
        down--;
        assert(up + down == 0);
    }
    return 0;
}
