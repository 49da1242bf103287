// expect: false(unreach-call)
// A member is expected to have survived the store to the other.
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

union word { unsigned whole; unsigned short half[2]; };

int main(void) {
    union word w;
    w.whole = 0x12345678u;
    w.half[0] = __VERIFIER_nondet_ushort();
    assert(w.whole == 0x12345678u);
    return 0;
}
