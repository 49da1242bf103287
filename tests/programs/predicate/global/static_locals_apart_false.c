// expect: false(unreach-call)
// One of the functions is called once too often.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

static unsigned left(void) {
    static unsigned n;
    return ++n;
}

static unsigned right(void) {
    static unsigned n;
    return ++n;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        unsigned a = left(), b = right();
        if (a == 7) right();
        assert(a == b);
    }
    return 0;
}
