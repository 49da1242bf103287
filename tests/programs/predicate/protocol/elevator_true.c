// expect: true
// An elevator moves only with its door closed, between floors 0 and 4.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int floor = 0, is_open = 0, direction = 0;
    while (__VERIFIER_nondet_bool()) {
        switch (__VERIFIER_nondet_int()) {
        case 0: if (direction == 0) is_open = 1; break;
        case 1: is_open = 0; break;
        case 2: if (!is_open && floor < 4) direction = 1; break;
        case 3: if (!is_open && floor > 0) direction = -1; break;
        default:
            if (direction != 0) {
                assert(!is_open);
                floor += direction;
            }
            direction = 0;
        }
        assert(floor >= 0 && floor <= 4);
    }
    return 0;
}
