// expect: false(unreach-call)
// The other function is passed if the input is zero.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

static unsigned keep(unsigned x) { return x; }
static unsigned grow(unsigned x) { return x + 1; }

static unsigned repeat(unsigned (*step)(unsigned), unsigned x) {
    while (__VERIFIER_nondet_bool()) x = step(x);
    return x;
}

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert(repeat(x ? keep : grow, x) == x);
    return grow(0) != 1;
}
