// expect: true
// A table of functions, called by an index that leaves out the last.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int up(int x) { return x + 1; }
static int keep(int x) { return x; }
static int down(int x) { return x - 1; }
static int (*const steps[3])(int) = {up, keep, down};

int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_bool() && x < 1000) {
        x = steps[__VERIFIER_nondet_uint() % 2](x);
        assert(x >= 0);
    }
    return 0;
}
