// expect: true
// However often it is asked for, and with whatever else in between.
#include <assert.h>
#include <time.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    time_t last = time(0);
    while (__VERIFIER_nondet_int()) {
        time_t now = time(0);
        assert(now >= last);
        last = now;
    }
    return 0;
}
