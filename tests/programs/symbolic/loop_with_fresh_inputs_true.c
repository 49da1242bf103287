// expect: true
// A loop that reads for ever comes back to where it was.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int last = 0;
    for (;;) {
        int x = __VERIFIER_nondet_int();
        if (x > 100 || x < 0) continue;
        last = x;
        assert(last <= 100);
    }
}
