// expect: true
// options: --except no-data-race
// An input is passed through a pointer to a function.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned kept;

static int seek(unsigned at) {
    kept = at;
    return at > 1000;
}

int main(void) {
    int (*call)(unsigned) = seek;
    unsigned at = __VERIFIER_nondet_uint();
    int is_far = call(at);
    assert(kept == at && is_far == (at > 1000));
    return 0;
}
