// expect: false(unreach-call)
// A multiple of four takes one round too many.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uchar(), copied = 0;
    if (count == 0) return 0;
    unsigned rounds = (count + 4) / 4;
    switch (count % 4) {
    case 0: do { copied++; /* fall through */
    case 3: copied++; /* fall through */
    case 2: copied++; /* fall through */
    case 1: copied++;
            } while (--rounds > 0);
    }
    assert(copied == count);
    return 0;
}
