// expect: false(unreach-call)
// The second counter is reset at eight.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned n = 0, r = 0;
    while (__VERIFIER_nondet_bool() && n < 100000) {
        n++;
        r++;
        if (r == 8) r = 0;
        assert(r == n % 7);
    }
    return 0;
}
