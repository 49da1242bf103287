// expect: true
// A store to a bit-field leaves its neighbours.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct flags { unsigned kind : 2, count : 4, valid : 1; };

int main(void) {
    struct flags f = {1, 0, 1};
    unsigned count = __VERIFIER_nondet_uchar() & 15;
    f.count = count;
    assert(f.kind == 1 && f.valid == 1);
    assert(f.count == count);
    return 0;
}
