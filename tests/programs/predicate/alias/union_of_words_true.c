// expect: true
// Two members of a union share their bytes: storing one changes the other.
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

union word { unsigned whole; unsigned short half[2]; };

int main(void) {
    union word w;
    w.whole = 0x12345678u;
    w.half[0] = __VERIFIER_nondet_ushort();
    assert(w.whole >> 16 == 0x1234u && (w.whole & 0xffffu) == w.half[0]);
    return 0;
}
