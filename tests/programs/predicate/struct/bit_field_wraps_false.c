// expect: false(unreach-call)
// After seven it is zero.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

struct header { unsigned low : 3, high : 5; };

int main(void) {
    struct header h = {0, 0};
    unsigned steps = 0;
    while (__VERIFIER_nondet_bool()) {
        h.low++;
        steps++;
        if (h.low == 0) assert(steps % 8 == 0);
        assert(h.low != 0);
        assert(h.high == 0);
    }
    return 0;
}
