// expect: false(unreach-call)
// Where the first stops at its limit, the other one goes on.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int up = 0, down = 0;
    while (__VERIFIER_nondet_bool()) {
        if (up < 1000) up++;
        if (down == -2000) break;
        down--;
        assert(up + down == 0);
    }
    return 0;
}
