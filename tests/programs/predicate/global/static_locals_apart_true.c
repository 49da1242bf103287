// expect: true
// Two functions have static locals of the same name: they are apart.
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
        assert(a == b);
    }
    return 0;
}
