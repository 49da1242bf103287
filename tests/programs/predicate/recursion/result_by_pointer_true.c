// expect: true
// Each level of the recursion has its own local, whose address it passes down.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static void count(unsigned n, unsigned *result) {
    if (n == 0) {
        *result = 0;
        return;
    }
    unsigned below = 0;
    count(n - 1, &below);
    *result = below + 1;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uchar() & 15, result = 0;
    count(n, &result);
    assert(result == n);
    return 0;
}
