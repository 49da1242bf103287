// expect: false(unreach-call)
// A sum over a loop that reads for ever.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char sum = 0;
    for (;;) {
        unsigned char x = __VERIFIER_nondet_uchar();
        if (x > 3) break;
        sum += x;
        assert(sum != 6);
        if (sum > 9) sum = 0;
    }
    return 0;
}
