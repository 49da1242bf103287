// expect: true
// The second loop gives back what the first has taken, however often that was: no number of turns bounds it.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

unsigned taken;

int main(void) {
    unsigned given = 0, n = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < n; i++) taken++;
    while (taken > 0) {
        taken--;
        given++;
    }
    assert(given == n);
    return 0;
}
