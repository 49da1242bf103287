// expect: false(unreach-call)
// The level passes its caller's address down and adds to what it finds there.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static void count(unsigned n, unsigned *result) {
    if (n == 0) {
        *result = 0;
        return;
    }
    unsigned below = 0;
    count(n - 1, n == 3 ? result : &below);
    *result = below + 1;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uchar() & 15, result = 0;
    count(n, &result);
    assert(result == n);
    return 0;
}
