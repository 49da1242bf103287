// expect: false(unreach-call)
// The value is too wide for the field: its high bits are lost.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct flags { unsigned kind : 2, count : 4, valid : 1; };

int main(void) {
    struct flags f = {1, 0, 1};
    unsigned count = __VERIFIER_nondet_uchar() & 31;
    f.count = count;
    assert(f.kind == 1 && f.valid == 1);
    assert(f.count == count);
    return 0;
}
