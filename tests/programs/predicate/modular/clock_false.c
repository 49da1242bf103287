// expect: false(unreach-call)
// The minutes go to sixty before they are reset.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int hour = 0, minute = 0;
    while (__VERIFIER_nondet_bool()) {
        minute++;
        if (minute > 60) {
            minute = 0;
            hour = (hour + 1) % 24;
        }
        assert(minute < 60 && hour < 24);
    }
    return 0;
}
