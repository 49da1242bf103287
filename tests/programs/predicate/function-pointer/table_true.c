// expect: true
// A table of functions, called by a checked index.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int plus(int x) { return x + 1; }
static int minus(int x) { return x - 1; }
static int (*const steps[3])(int) = {plus, plus, plus};

int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_bool() && x < 1000) {
        x = steps[__VERIFIER_nondet_uint() % 3](x);
        assert(x > 0 || x + minus(2) == 0);
    }
    return 0;
}
